import { createCards } from "./cards.js";
import { setUpExport } from "./export.js";
import { showHistory } from "./history.js";
import { keepPostCard, setUp } from "./platform.js";
import { createPoll } from "./poll.js";
import { createPresenter } from "./present.js";
import { createStore } from "./store.js";
import { strings } from "./strings.js";

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
document.title = t("title");

const BARS_MAX = 8;
let editing = false;
const { room, shared } = window.gum ?? {};
const store = room ? await joinPoll() : openBoards();

function openBoards() {
  return createStore({
    first: t("first"),
    onChange: show,
    onFailed: () => say(t("full"), { visible: true }),
  });
}

async function joinPoll() {
  document.body.classList.add("poll");
  for (const [selector, key] of [
    [".hint", "hintPoll"],
    ["#undo span", "withdraw"],
    ["#history h2", "votes"],
    [".nothing", "noVotes"],
    ["#reset span", "resetVotes"],
  ])
    $(selector).textContent = t(key);
  // Whoever writes before the question is here would ask another one.
  await shared.ready;
  return createPoll({
    room,
    shared,
    first: t("first"),
    onChange: show,
    onFailed: (code) => say(t(code === "room_closed" ? "closed" : "refused"), { visible: true }),
  });
}
const openExport = setUpExport({ t, store });
const cards = createCards({
  box: $("#cards"),
  store,
  t,
  onCount: count,
  onRemoved: (name, run) => say(t("itemRemoved", name || t("untitled")), { visible: true, undo: run }),
});
const presenter = createPresenter({ root: $("#presenter"), store, t, onCount: count });

function count(id, by) {
  const change = store.count(id, by);
  if (!change) return;
  cards.bump(id, change);
  const item = store.find(id);
  say(t("sayCount", item.name, item.count));
}

function undo() {
  const item = store.undo();
  if (item) say(t("sayCount", item.name, item.count));
}

function show() {
  const { board } = store;
  cards.show();
  presenter.show();
  showHistory({ root: $("#history"), board, total: store.total(), t });
  const title = $("#board-title");
  if (title !== document.activeElement) title.value = board.title;
  fit(title);
  $("#switch b").textContent = board.title || t("untitled");
  document.body.classList.toggle("closed", Boolean(room?.isClosed));
}

/** Fallback for browsers that cannot size a field by its content. */
function fit(field) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

function setEditing(on) {
  editing = on;
  document.body.classList.toggle("editing", on);
  $("#edit").setAttribute("aria-pressed", on);
  $("#edit span").textContent = t(on ? "done" : "edit");
  cards.setEditing(on);
}

function listBoards() {
  $("#board-list").replaceChildren(
    ...store.boards.map((board) => {
      const button = document.createElement("button");
      button.className = "entry";
      button.innerHTML = "<span></span><small></small>";
      button.firstChild.textContent = board.title || t("untitled");
      button.lastChild.textContent = board.items.reduce((sum, item) => sum + item.count, 0);
      if (board.id === store.board.id) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => {
        $("#boards").hidePopover();
        setEditing(false);
        store.open(board.id);
      });
      return button;
    }),
  );
}

function buildTemplates() {
  for (const [key, template] of Object.entries(t("templates"))) {
    const button = document.createElement("button");
    button.className = "template";
    button.innerHTML = `<span class="thumb" aria-hidden="true">${"<i></i>".repeat(template.items.length)}</span><b></b><small></small>`;
    button.dataset.kind = key;
    button.querySelector("b").textContent = template.name;
    button.querySelector("small").textContent = template.text;
    button.addEventListener("click", () => {
      $("#new-dialog").close();
      store.addBoard(template);
      setEditing(true);
      $("#board-title").focus();
      $("#board-title").select();
    });
    $("#templates").append(button);
  }
}

let quiet = 0;
/** Announces a message to screen readers; `visible` also shows it, optionally with an Undo button. */
function say(message, { visible = false, undo: run = null } = {}) {
  $("#said").textContent = message;
  if (!visible) return;
  const toast = $("#toast");
  clearTimeout(quiet);
  toast.hidden = false;
  toast.querySelector("span").textContent = message;
  const button = toast.querySelector("button");
  button.hidden = !run;
  button.textContent = t("undo");
  button.onclick = () => {
    toast.hidden = true;
    run();
  };
  quiet = setTimeout(() => (toast.hidden = true), 8000);
}

$("#board-title").addEventListener("input", (event) => {
  if (event.target.value.includes("\n")) event.target.value = event.target.value.replace(/\s*\n\s*/g, " ");
  store.rename(event.target.value);
});
$("#board-title").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.isComposing) (event.preventDefault(), event.target.blur());
});
$("#edit").addEventListener("click", () => setEditing(!editing));
$("#present").addEventListener("click", () => {
  setEditing(false);
  presenter.start();
});
$("#add").addEventListener("click", () => {
  const item = store.addItem(t("newItem", store.board.items.length + 1));
  setEditing(true);
  cards.focusName(item.id);
});
$("#boards").addEventListener("beforetoggle", (event) => event.newState === "open" && listBoards());
$("#new-board").addEventListener("click", () => {
  $("#boards").hidePopover();
  $("#new-dialog").showModal();
});
$("#new-cancel").addEventListener("click", () => $("#new-dialog").close());
const fromMenu = (id, action) =>
  $(id).addEventListener("click", () => {
    $("#menu").hidePopover();
    action();
  });
fromMenu("#export", openExport);
fromMenu("#reset", () => say(t("wasReset"), { visible: true, undo: store.reset() }));
fromMenu("#delete", () => {
  const name = store.board.title || t("untitled");
  setEditing(false);
  say(t("boardDeleted", name), { visible: true, undo: store.removeBoard() });
});
$("#undo").addEventListener("click", undo);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.target.closest("input[type=text], textarea")) return;
  if ($("#export-dialog").open || $("#new-dialog").open) return;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && key === "z") (event.preventDefault(), undo());
  else if (event.ctrlKey || event.metaKey) return;
  else if (digit && !editing) {
    const item = store.board.items[Number(digit) - 1];
    if (item) count(item.id, event.shiftKey ? -1 : 1);
  } else if (key === "p" && !presenter.open) $("#present").click();
});
window.addEventListener("pagehide", () => store.flush());
document.addEventListener("visibilitychange", () => document.hidden && store.flush());

buildTemplates();
show();
keepPostCard(shared, () => {
  const { title, items } = store.board;
  const bars = items.map(({ name, count }) => ({ label: name || t("untitled"), value: count }));
  return { title, bars: bars.slice(0, BARS_MAX), lines: [t("voteCount", store.total())] };
});
