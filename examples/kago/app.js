import { keepPostCard, setUp } from "./platform.js";
import { createStore } from "./store.js";
import { strings } from "./strings.js";

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
document.title = t("title");

const SUGGESTED = 8;
/** In the card of the post. */
const LINES_MAX = 6;
/** What is sent within this time need not be talked about. */
const WAIT_MS = 2500;
const room = window.gum?.room ?? null;
const rows = new Map();
let waiting = 0;
let patience = 0;
let isWaitShown = false;

const store = createStore({
  onChange: show,
  onRefused: ({ code }) => say(t(code === "room_closed" ? "closed" : "refused")),
  onPending(pending) {
    waiting = pending;
    if (!pending) {
      clearTimeout(patience);
      patience = 0;
      isWaitShown = false;
    } else
      patience ||= setTimeout(() => {
        isWaitShown = true;
        showState();
      }, WAIT_MS);
    showState();
  },
});

/** Runs a change; says why if the list does not take it. */
function change(work) {
  try {
    return work();
  } catch (error) {
    say(t(error.code === "room_closed" ? "closed" : "full"));
    show();
    return null;
  }
}

function makeRow(id) {
  const row = document.createElement("li");
  row.innerHTML = `<label><input type="checkbox" /><span class="box" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M5 12.500l4.500 4.500L19 7.500" /></svg></span><span class="name"></span></label><button class="remove"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 7l10 10M17 7L7 17" /></svg></button>`;
  row.querySelector("input").addEventListener("change", (event) => {
    change(() => store.tick(id, event.target.checked));
  });
  row.querySelector("button").addEventListener("click", () => {
    const name = row.querySelector(".name").textContent;
    const next = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector("input") ?? $("#what");
    const back = change(() => store.remove(id));
    if (!back) return;
    next.focus();
    say(t("removed", name), back);
  });
  return row;
}

/** Puts the rows in order, and moves only those that stand elsewhere, so that the focus stays where it is. */
function place(list, items) {
  const focused = document.activeElement;
  items.forEach((item, index) => {
    if (!rows.has(item.id)) rows.set(item.id, makeRow(item.id));
    const row = rows.get(item.id);
    row.querySelector(".name").textContent = item.name;
    row.querySelector("input").checked = item.isGot;
    row.querySelector("button").setAttribute("aria-label", t("remove", item.name));
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
  });
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}

function show() {
  const items = store.list();
  const known = new Set(items.map(({ id }) => id));
  for (const [id, row] of rows) if (!known.has(id)) (row.remove(), rows.delete(id));
  const toBuy = items.filter((item) => !item.isGot);
  const basket = items.filter((item) => item.isGot);
  place($("#to-buy"), toBuy);
  place($("#basket ul"), basket);
  $("#basket").hidden = !basket.length;
  $("#nothing").hidden = toBuy.length > 0;
  $("#nothing").textContent = t(basket.length ? "allDone" : "empty");
  showOften(new Set(items.map(({ name }) => name)));
  showState(toBuy.length);
}

function showOften(there) {
  const names = Object.entries(store.often)
    .filter(([name]) => !there.has(name))
    .sort(([, a], [, b]) => b - a)
    .slice(0, SUGGESTED)
    .map(([name]) => name);
  $("#often").hidden = !names.length;
  const shown = [...$("#often div").children].map((chip) => chip.textContent);
  if (shown.join("\n") === names.join("\n")) return;
  $("#often div").replaceChildren(
    ...names.map((name) => {
      const chip = document.createElement("button");
      chip.textContent = name;
      chip.addEventListener("click", () => {
        change(() => store.add([name]));
        ($("#often button") ?? $("#what")).focus();
      });
      return chip;
    }),
  );
}

function showState(left = $("#to-buy").children.length) {
  $("#left").textContent = t("left", left);
  $("#who").textContent = room ? t("together", room.people) : t("alone");
  $("#waits").textContent = waiting && isWaitShown ? t("waiting", waiting) : "";
  document.body.classList.toggle("closed", Boolean(room?.isClosed));
  $("#what").disabled = $("#add").disabled = Boolean(room?.isClosed);
}

let quiet = 0;
function say(message, run = null) {
  const toast = $("#toast");
  clearTimeout(quiet);
  toast.hidden = false;
  toast.querySelector("span").textContent = message;
  const button = toast.querySelector("button");
  button.hidden = !run;
  button.onclick = () => {
    toast.hidden = true;
    change(run);
    $("#what").focus();
  };
  quiet = setTimeout(() => (toast.hidden = true), 8000);
}

function add(text) {
  change(() => {
    store.add(text.split(/[\n、]/));
    $("#what").value = "";
  });
  $("#what").focus();
}
$("#new").addEventListener("submit", (event) => {
  event.preventDefault();
  add($("#what").value);
});
$("#what").addEventListener("paste", (event) => {
  // The lines of a pasted list are items; the field would join them.
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!text.trim().includes("\n")) return;
  event.preventDefault();
  add(text);
});
$("#clear").addEventListener("click", () => {
  const cleared = change(() => store.clear());
  if (cleared) say(t("cleared", cleared.count), cleared.back);
  $("#what").focus();
});

room?.onChange(() => showState());
show();
keepPostCard(window.gum?.shared, () => {
  const toBuy = store.list().filter((item) => !item.isGot);
  const names = toBuy.slice(0, LINES_MAX).map(({ name }) => name);
  return { title: toBuy.length ? t("left", toBuy.length) : t("allDone"), lines: names };
});
