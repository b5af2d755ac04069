// While a condition is put together, says what it comes to; the page works the same without this, a press of the button later.
const form = document.getElementById("outlaw-form");
const spots = ["reading", "faults-of"];
let timer = 0;
let asked = 0;

async function look() {
  const mine = (asked += 1);
  const data = new URLSearchParams(new FormData(form));
  data.set("do", "look");
  try {
    const answer = await fetch(form.action, { method: "POST", body: data });
    const text = await answer.text();
    if (!answer.ok || mine !== asked) return;
    const fresh = new DOMParser().parseFromString(text, "text/html");
    for (const id of spots) {
      const found = fresh.getElementById(id);
      const place = document.getElementById(id);
      if (found && found.innerHTML !== place.innerHTML) place.replaceChildren(...found.childNodes);
    }
  } catch { /* the button says it too */ }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, 600);
});
