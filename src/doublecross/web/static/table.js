// Keeps a table's page alive: takes each newest fragment, sends forms without a reload, ticks the clock. Every word comes from the page.
const body = document.body;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const $ = (what, within = document) => within.querySelector(what);
const $$ = (what, within = document) => within.querySelectorAll(what);
const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const store = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a browser that keeps nothing */ } };

// Morph: change the old tree into the new one, keeping the elements, and with them focus, selections and open sheets.
const keyOf = (node) => node.nodeType === 1 ? node.id || node.dataset.key || node.dataset.same || node.dataset.vt || "" : "";
const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

const OURS = new Set(["style", "data-met", "data-shown", "data-refused", "aria-busy"]);

function morphAttributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (next.hasAttribute(name) || OURS.has(name) || (name === "open" && old.nodeName === "DETAILS")) continue;
    old.removeAttribute(name);
    if (name === "checked") old.checked = false;
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "open" && old.nodeName === "DETAILS" && old.dataset.met) continue;
    old.setAttribute(name, value);
    // What the server says of a box or a field wins only where it says something new.
    if (name === "checked") old.checked = true;
    if (name === "value" && old.nodeName === "INPUT" && old !== document.activeElement) old.value = value;
  }
  if (old.nodeName === "DETAILS") old.dataset.met = 1;
}

function morph(old, next) {
  if (old.nodeType !== 1) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  morphAttributes(old, next);
  if (old.hasAttribute("data-labels") || old.hasAttribute("data-counts")) {
    if (!old.dataset.shown) old.textContent = next.textContent;
    return;
  }
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let place = old.firstChild;
  for (const wanted of [...next.childNodes]) {
    const key = keyOf(wanted);
    const kept = stands.get(wanted);
    let found = kept ?? (key ? keyed.get(key) : null);
    if (found && !kept && !alike(found, wanted)) found = null;
    if (!key) {
      found = place;
      while (found && (keyOf(found) || !alike(found, wanted))) found = found.nextSibling;
    }
    if (!found) {
      old.insertBefore(wanted, place);
      if (wanted.nodeType === 1) for (const gap of $$("[data-same]", wanted)) gap.replaceWith(stands.get(gap));
      continue;
    }
    if (found === place) place = place.nextSibling;
    else old.insertBefore(found, place);
    if (!kept) morph(found, wanted);
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

// A push leaves out what is as it was in the one before: a stand-in names the element, or the first of several in a row.
const stands = new WeakMap();

function fill(fresh, now) {
  const known = new Map([...$$("[id], [data-key], [data-same]", now)].map((one) => [keyOf(one), one]));
  for (const gap of $$("[data-same]", fresh)) {
    let kept = known.get(gap.dataset.same);
    for (let left = Number(gap.dataset.run ?? 1); left; left -= 1) {
      if (!kept) return false;
      const after = kept.nextElementSibling;
      let one = kept;
      if (now.ownerDocument === document) {
        one = gap.cloneNode();
        one.dataset.same = keyOf(kept);
        stands.set(one, kept);
      }
      gap.before(one);
      kept = after;
    }
    gap.remove();
  }
  return true;
}

function read(text, now) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("table");
  // An answer that took longer than the pushes after it is old news.
  if (!fresh || !now || Number(fresh.dataset.version) < Number(now.dataset.version)) return null;
  const from = $("[data-from]", page)?.dataset.from;
  if (!from) return fresh;
  if (fresh.dataset.version === now.dataset.version) return null;
  if (from === now.dataset.version && fill(fresh, now)) return fresh;
  tag = "";
  ask();
  return null;
}

// The newest fragment wins: those that come while another moves in are shown together, as one.
const texts = [];
let moving = false;

function take(text) {
  texts.push(text);
  if (!moving) next();
}

function next() {
  const now = $("#table");
  let newest = now;
  for (const text of texts.splice(0)) newest = read(text, newest) ?? newest;
  if (newest !== now) show(newest);
}

function show(fresh) {
  const change = () => {
    const focused = document.activeElement;
    morph($("#table"), fresh);
    name();
    after();
    // What had the focus is gone: it goes on from where one decides, not from the top of the page.
    if (focused !== body && document.activeElement === body) $("#hand-form")?.focus({ preventScroll: true });
  };
  if (!document.startViewTransition || calm.matches || document.hidden) return change();
  moving = true;
  name();
  const transition = document.startViewTransition(change);
  const done = () => {
    moving = false;
    next();
  };
  transition.updateCallbackDone.then(done, done);
  // A page that is hidden or turned meanwhile drops the movement; the change itself is made.
  for (const skipped of [transition.ready, transition.finished]) skipped.catch(() => {});
}

function name() {
  for (const one of $$("#table [data-vt]")) one.style.viewTransitionName = one.dataset.vt;
}

// What is new is spoken once, in the order in which it happened, from a region that no update replaces.
let heard = null;
let chatted = null;
let offset = 0;
const order = (text) => text.split(".").reduce((sum, part) => sum * 1e6 + Number(part), 0);

function voice(text) {
  const region = $("#speak");
  if (!region) return;
  const said = document.createElement("span");
  said.textContent = `${text} `;
  region.append(said);
  while (region.childNodes.length > 60) region.firstChild.remove();
}

function speak() {
  const lines = [...$$("[data-line]")].map((line) => [order(line.dataset.line), line.textContent]).reverse();
  const last = lines.length ? lines[lines.length - 1][0] : 0;
  if (heard !== null) for (const [at, text] of lines) if (at > heard) voice(text);
  heard = Math.max(heard ?? 0, last);
}

// What others write is spoken too, and shows for a moment where the sheet with the chat is closed.
let fading = 0;

function chatter() {
  const lines = [...$$("[data-chat]")];
  const news = chatted === null ? [] : lines.filter((line) => Number(line.dataset.chat) > chatted && !("own" in line.dataset));
  chatted = Math.max(chatted ?? 0, ...lines.map((line) => Number(line.dataset.chat)));
  const toast = $("#toast");
  if (!news.length || !toast) return;
  const texts = news.map((line) => `${$("b", line).textContent} ${$("span", line).textContent}`);
  for (const text of texts) voice(text);
  toast.textContent = texts.slice(-3).join("\n");
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.hidden = true; }, 6000);
}

// Whose move it is: title, icon, and a sound for those who want one.
let asked = null;
let audio = null;

function tones(...notes) {
  if (stored("sound") !== "on") return;
  audio ??= new AudioContext();
  notes.forEach((hertz, place) => {
    const at = audio.currentTime + place * 0.13;
    const voice = audio.createOscillator();
    const loud = audio.createGain();
    voice.type = "triangle";
    voice.frequency.value = hertz;
    loud.gain.setValueAtTime(0.12, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    voice.connect(loud).connect(audio.destination);
    voice.start(at);
    voice.stop(at + 0.3);
  });
}

function call() {
  const table = $("#table");
  const yours = table.dataset.yours ?? "";
  document.title = table.dataset.title;
  const icon = $("link[rel=icon]");
  const wanted = yours ? icon.dataset.yours : icon.dataset.calm;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  if (asked !== null && yours && yours !== asked) tones(392, 523, 659);
  asked = yours;
  const refused = $("[data-refusal]", table);
  if (refused && refused.textContent !== table.dataset.refused) refused.focus();
  table.dataset.refused = refused?.textContent ?? "";
}

// What a round of OutLawed! reveals lies open on a phone until it is put away; a desk has a place for it.
let revealed = null;

function unveil() {
  const sheet = $("#reveal");
  const last = $("#reveal .verdict")?.dataset.key ?? "";
  const opens = revealed !== null && last && last !== revealed;
  revealed = last;
  if (opens && getComputedStyle(sheet).position === "fixed" && !$(":popover-open, dialog[open]")) sheet.showPopover();
}

function tick() {
  quiet += 1;
  if (quiet > 120) doubt();
  const clock = $(".clock");
  if (!clock) return;
  const ends = Number(clock.dataset.ends) + Number(clock.dataset.bank);
  const left = Math.max(0, Math.round(ends - Date.now() / 1000 - offset));
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(left / 60);
  $(".left", clock).textContent = left < 3600 ? `${minutes}:${two(left % 60)}` : `${Math.floor(minutes / 60)} h ${two(minutes % 60)}`;
}

// The live label of what is chosen, looked up in what the page brought along.
function label() {
  for (const place of $$("[data-labels], [data-counts]")) {
    const boxes = [...$$(`[name="${place.dataset.of}"]`)].filter((box) => box.checked);
    const key = boxes.map((box) => box.dataset[place.dataset.by]).sort().join("");
    const text = place.dataset.counts ? JSON.parse(place.dataset.counts)[boxes.length] : JSON.parse(place.dataset.labels)[key];
    if (place.nodeName === "LABEL" && !boxes.length) continue;
    if (place.textContent !== (text ?? "")) place.textContent = text ?? "";
    place.dataset.shown = 1;
  }
}

// Who takes over a device hears and sees nothing of what was told to whoever had it before.
let seat = null;

function handOver() {
  const now = $("#table").dataset.seat ?? "";
  if (seat !== null && now !== seat) {
    for (const told of $$("#speak, #advice [data-told]")) told.replaceChildren();
    $("#advice").close();
    heard = null;
  }
  seat = now;
}

function after() {
  const table = $("#table");
  handOver();
  offset = Number(table.dataset.now) - Date.now() / 1000;
  label();
  speak();
  chatter();
  call();
  unveil();
  tick();
  settings();
}

// Connection: pushed by WebSocket; where that does not get through, asked for every few seconds.
let socket = null;
let tries = 0;
let retry = 0;
let polling = 0;
let tag = "";

function online(is) {
  const sign = $("#offline");
  if (sign) sign.hidden = is;
}

async function ask(doubting = false) {
  try {
    const answer = await fetch(body.dataset.view, { headers: tag ? { "if-none-match": tag } : {} });
    // The table is no more, or it is stopped: its page says which.
    if (answer.status === 404 || answer.status === 410) return void location.reload();
    online(answer.ok || answer.status === 304);
    if (answer.status !== 200) return;
    tag = answer.headers.get("etag") ?? "";
    const text = await answer.text();
    if (doubting) {
      if (Number(/data-version="(\d+)"/.exec(text)?.[1]) <= Number($("#table").dataset.version)) return;
      reconnect();
    }
    take(text);
  } catch {
    online(false);
  }
}

// A connection can be dead without a sign of it, after a phone slept say: then it has not brought what is new.
let quiet = 0;

function doubt() {
  quiet = 0;
  if (!document.hidden && socket?.readyState === 1) ask(true);
}

function connect() {
  clearTimeout(retry);
  if (socket && socket.readyState < 2) return;
  const address = new URL(body.dataset.live, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  socket = new WebSocket(address);
  const mine = socket;
  socket.onmessage = (event) => {
    if (mine !== socket) return;
    tries = 0;
    quiet = 0;
    clearInterval(polling);
    polling = 0;
    online(true);
    take(event.data);
  };
  socket.onclose = (event) => {
    if (mine !== socket) return;
    if (event.code === 4404) return ask();
    tries += 1;
    if (tries > 1) ask();
    if (tries > 3 && !polling) polling = setInterval(ask, 4000);
    const wait = Math.min(20000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
    retry = setTimeout(connect, wait);
  };
}

function reconnect() {
  const old = socket;
  socket = null;
  old?.close();
  tag = "";
  connect();
}

// Forms go by fetch, with a key, so that what is sent twice counts once. Without an answer the same key goes again.
// A button that is pressed twice in a row is sent once.
const busy = new WeakSet();
const fresh = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function refuse(text) {
  const call = $(".call");
  call.classList.remove("yours");
  call.classList.add("refused");
  const title = $("h1", call);
  title.tabIndex = -1;
  title.textContent = text;
  title.focus();
}

async function send(form, button) {
  const pressed = button ?? form;
  if (busy.has(pressed)) return;
  busy.add(pressed);
  pressed.setAttribute("aria-busy", "true");
  await deliver(form, button).finally(() => {
    busy.delete(pressed);
    pressed.removeAttribute("aria-busy");
  });
}

async function deliver(form, button) {
  const data = new URLSearchParams(new FormData(form, button));
  data.set("key", fresh());
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, headers: { accept: "application/json" }, signal: AbortSignal.timeout(15000) });
      const found = await answer.json().catch(() => ({}));
      if (answer.ok) {
        // A newcomer has just got a name: the connection that began without one goes on showing what strangers see.
        if (!$("#table").dataset.known) reconnect();
        else if (!socket || socket.readyState !== 1) ask();
        for (const field of $$("#say-text, .another input", form)) field.value = "";
        for (const sheet of $$("#table .pop:popover-open")) if (sheet.contains(button)) sheet.hidePopover();
        // Whoever stays out has chosen no cards.
        if (button?.value.includes("choice=out")) for (const box of $$('[name="x.card"]')) box.checked = box.defaultChecked;
        label();
        tones(262);
      } else {
        refuse(found.refusal || body.dataset.failed);
      }
      return;
    } catch {
      await new Promise((go) => setTimeout(go, 600 * (attempt + 1)));
    }
  }
  online(false);
  refuse(body.dataset.failed);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!$("#table")?.contains(form) || !form.action.endsWith("/act")) return;
  event.preventDefault();
  send(form, event.submitter);
});
document.addEventListener("input", label);

// Settings of this device: sound and single keys.
function settings() {
  for (const button of $$("[data-sound]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", stored("sound") === "on");
  }
  for (const box of $$("[data-shortcuts]")) box.checked = stored("keys") !== "off";
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-sound]")) {
    store("sound", stored("sound") === "on" ? "off" : "on");
    settings();
    tones(523, 659);
  }
  if (event.target.matches("[data-select]")) event.target.select();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-shortcuts]")) store("keys", event.target.checked ? "on" : "off");
});

const typing = (target) => target.closest("textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])");

function toggleSheet(id) {
  const sheet = document.getElementById(id);
  if (!sheet) return;
  if (getComputedStyle(sheet).position === "fixed" || sheet.matches(":popover-open")) sheet.togglePopover();
  else $("[tabindex], summary", sheet)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || stored("keys") === "off" || typing(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === "a") toggleSheet("aids");
  else if (key === "l") toggleSheet("log");
  else if (key >= "1" && key <= "8") $$('#table [name="x.card"], #table [name="x.play"]')[key - 1]?.click();
  else if (key === "enter" && event.target.matches('[name^="x."]')) $("#hand-form .main")?.click();
  else return;
  event.preventDefault();
});

if (body.dataset.live) {
  after();
  connect();
  setInterval(tick, 500);
  const wake = () => { if (!document.hidden) { connect(); tick(); doubt(); } };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
} else {
  settings();
  $("[data-refusal]")?.focus();
}

// Advice: in a sheet of the table's own page; without it, and where something is wrong, the link leads to a page.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-advice]"), sheet = $("#advice");
  if (!link || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const told = $("[data-told]", sheet);
  if (!link.hasAttribute("aria-busy")) told.replaceChildren($("template", sheet).content.cloneNode(true));
  sheet.showModal();
  if (link.hasAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const answer = await fetch(`${link.href}?part`).catch(() => null);
  link.removeAttribute("aria-busy");
  if (!answer?.ok) return void location.assign(link.href);
  told.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
});
