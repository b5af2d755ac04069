// Plays a replay by itself, and by the arrow keys. Each step is a page of its own; this only saves the reload between them.
const seconds = 1.8;
let playing = 0;
let going = false;

const $ = (what) => document.querySelector(what);
const name = () => { for (const one of document.querySelectorAll("#table [data-vt]")) one.style.viewTransitionName = one.dataset.vt; };

async function go(address, push = true) {
  if (going) return;
  going = true;
  const focus = document.activeElement?.dataset?.step ?? (document.activeElement?.matches("[data-play]") ? "play" : "");
  try {
    const answer = await fetch(address);
    if (!answer.ok) return stop();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
    const change = () => {
      const open = $("[data-key=chapters]")?.open;
      $("#table").replaceWith(document.adoptNode(fresh));
      name();
      if (open) $("[data-key=chapters]").open = true;
      ready(focus);
    };
    name();
    if (document.startViewTransition && !matchMedia("(prefers-reduced-motion: reduce)").matches) await document.startViewTransition(change).updateCallbackDone;
    else change();
    if (push) history.pushState(null, "", address);
    const said = document.createElement("span");
    said.textContent = `${[...document.querySelectorAll(".replay .news p")].map((line) => line.textContent).join(" ")} `;
    $("#speak").replaceChildren(said);
  } catch {
    stop();
  } finally {
    going = false;
  }
}

function ready(focus) {
  const button = $("[data-play]");
  const next = $("[data-step=after]");
  button.hidden = !next;
  if (!next) stop();
  button.setAttribute("aria-pressed", Boolean(playing));
  button.dataset.name ??= button.textContent;
  button.textContent = playing ? button.dataset.pause : button.dataset.name;
  if (focus === "play") button.focus();
  else if (focus) ($(`[data-step=${focus}]`) ?? $("[data-step]"))?.focus();
}

function stop() {
  clearInterval(playing);
  playing = 0;
}

function step(which) {
  const link = $(`[data-step=${which}]`);
  if (link) go(link.href);
  return Boolean(link);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".replay a[data-step], .ways .as a");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.href);
  }
  if (event.target.closest("[data-play]")) {
    if (playing) stop();
    else {
      playing = setInterval(() => step("after"), seconds * 1000);
      step("after");
    }
    ready("play");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const way = { ArrowLeft: "before", ArrowRight: "after" }[event.key];
  if (way && step(way)) event.preventDefault();
});
addEventListener("popstate", () => go(location.href, false));
ready("");
