import { fit, helpWriting, prefixLines, wrap } from "./editor.js";
import { setUpExport } from "./export.js";
import { renderList, renderTags, shortTime } from "./list.js";
import { render, toggleCheck } from "./markdown.js";
import { load, locale, save, setUp } from "./platform.js";
import { strings } from "./strings.js";
import { createStore } from "./store.js";

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
document.title = t("title");
const narrow = matchMedia("(max-width: 760px)");

const store = createStore({
  welcome: { title: t("welcomeTitle"), body: t("welcomeBody") },
  onSaving: () => ($("#status").textContent = t("saving")),
  onSaved: () => ($("#status").textContent = t("saved")),
  onFailed: () => say(t("full")),
});

const view = { openId: null, query: "", tag: null, mode: "edit" };
const openExport = setUpExport({ t, store, current: () => store.find(view.openId) });

function refreshList() {
  const tags = store.tags();
  if (view.tag && !tags.includes(view.tag)) view.tag = null;
  const notes = store.list(view);
  renderTags($("#tags"), { tags, chosen: view.tag, onChoose: filterBy });
  renderList($("#list"), {
    notes,
    openId: view.openId,
    query: view.query,
    t,
    onOpen: (id) => open(id, { show: true }),
  });
  const filtered = view.query || view.tag;
  $("#count").textContent = filtered ? t("found", notes.length, store.size) : t("count", store.size);
  $("#nothing").hidden = notes.length > 0 || store.size === 0;
  $("#clear-search").hidden = !view.query;
}

function filterBy(tag) {
  view.tag = tag;
  refreshList();
}

/** Opens a note. On a narrow screen, `show` also switches to the editor. */
function open(id, { show = false, focus = false } = {}) {
  const note = store.find(id);
  view.openId = note?.id ?? null;
  save("margin.open", view.openId);
  $("#page").hidden = !note;
  $("#empty").hidden = Boolean(note);
  for (const button of document.querySelectorAll("[data-needs-note]")) button.disabled = !note;
  if (note) {
    $("#note-title").value = note.title;
    $("#body").value = note.body;
    fit($("#note-title"));
    fit($("#body"));
    $("#scroller").scrollTop = 0;
    $("#status").textContent = t("saved");
  }
  refreshNote();
  refreshList();
  if (show) document.body.dataset.pane = "note";
  if (focus) $(note?.title ? "#body" : "#note-title").focus();
  else if (show && narrow.matches) $("#back").focus({ preventScroll: true });
}

function refreshNote() {
  const note = store.find(view.openId);
  if (!note) return;
  const pin = $("#pin");
  pin.setAttribute("aria-pressed", note.pinned);
  pin.setAttribute("aria-label", t(note.pinned ? "unpin" : "pin"));
  pin.title = t(note.pinned ? "unpin" : "pin");
  $("#edited").textContent = t("edited", shortTime(note.updatedAt, t));
  $("#words").textContent = t("words", countWords(note.body));

  const reading = view.mode === "read";
  $("#page").dataset.mode = view.mode;
  $("#body").hidden = reading;
  $("#reading").hidden = !reading;
  $("#note-title").readOnly = reading;
  for (const input of document.getElementsByName("mode")) input.checked = input.value === view.mode;
  if (reading) {
    const onCheck = (line) => {
      store.update(note.id, { body: toggleCheck(note.body, line) });
      $("#body").value = note.body;
      refreshList();
      $("#edited").textContent = t("edited", shortTime(note.updatedAt, t));
    };
    $("#reading").replaceChildren(render(note.body, { onCheck }));
  }
}

/** Counts words in languages with spaces, characters in Japanese. */
function countWords(text) {
  if (locale === "ja") return [...text.replace(/\s/g, "")].length;
  return text.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0;
}

function create() {
  view.query = $("#search").value = "";
  const body = view.tag ? `#${view.tag} ` : "";
  view.mode = "edit";
  open(store.create({ body }).id, { show: true, focus: true });
}

function remove() {
  const note = store.find(view.openId);
  if (!note) return;
  const order = store.list(view);
  const index = order.indexOf(note);
  const next = order[index + 1] ?? order[index - 1] ?? null;
  const restore = store.remove(note.id);
  document.body.dataset.pane = "list";
  open(narrow.matches ? null : next?.id);
  say(t("deleted", note.title || t("untitled")), {
    label: t("undo"),
    run() {
      restore();
      open(note.id, { show: true });
    },
  });
}

function setMode(mode) {
  view.mode = mode;
  refreshNote();
  if (mode === "edit") fit($("#body"));
}

let quiet = 0;
function say(message, action = null) {
  const toast = $("#toast");
  clearTimeout(quiet);
  toast.hidden = false;
  toast.querySelector("span").textContent = message;
  const button = toast.querySelector("button");
  button.hidden = !action;
  button.textContent = action?.label ?? "";
  button.onclick = () => {
    toast.hidden = true;
    action.run();
  };
  quiet = setTimeout(() => (toast.hidden = true), 8000);
}

$("#note-title").addEventListener("input", (event) => {
  if (event.target.value.includes("\n")) event.target.value = event.target.value.replace(/\s*\n\s*/g, " "); // joins pasted lines into one title
  fit(event.target);
  edit({ title: event.target.value });
});
$("#body").addEventListener("input", (event) => edit({ body: event.target.value }));
function edit(change) {
  const note = store.update(view.openId, change);
  if (!note) return;
  $("#words").textContent = t("words", countWords(note.body));
  $("#edited").textContent = t("edited", shortTime(note.updatedAt, t));
  refreshList();
}

helpWriting($("#body"));
$("#note-title").addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === "ArrowDown") && !event.isComposing && view.mode === "edit") {
    event.preventDefault();
    $("#body").focus();
    $("#body").setSelectionRange(0, 0);
  }
});

const formats = {
  heading: () => prefixLines($("#body"), "## "),
  bold: () => wrap($("#body"), "**"),
  list: () => prefixLines($("#body"), "- "),
  checklist: () => prefixLines($("#body"), "- [ ] "),
};
for (const button of document.querySelectorAll("[data-format]")) {
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the field's selection
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => formats[button.dataset.format]());
}
for (const input of document.getElementsByName("mode"))
  input.addEventListener("change", () => setMode(input.value));

for (const button of document.querySelectorAll("[data-new]")) button.addEventListener("click", create);
$("#delete").addEventListener("click", remove);
$("#export").addEventListener("click", openExport);
$("#pin").addEventListener("click", () => {
  const note = store.find(view.openId);
  store.update(note.id, { pinned: !note.pinned });
  refreshNote();
  refreshList();
});
$("#back").addEventListener("click", toList);
function toList() {
  document.body.dataset.pane = "list";
  $(`[data-id="${view.openId}"]`)?.focus({ preventScroll: true });
}

$("#search").addEventListener("input", (event) => {
  view.query = event.target.value;
  refreshList();
});
$("#clear-search").addEventListener("click", () => {
  view.query = $("#search").value = "";
  refreshList();
  $("#search").focus();
});

document.addEventListener("keydown", (event) => {
  const writing = event.target.closest("input, textarea");
  if (event.altKey && event.code === "KeyN") (event.preventDefault(), create());
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "e" && view.openId) {
    event.preventDefault();
    setMode(view.mode === "read" ? "edit" : "read");
  } else if (event.key === "/" && !writing) (event.preventDefault(), $("#search").focus());
  else if (event.key === "Escape" && document.body.dataset.pane === "note" && narrow.matches) toList();
  else if (
    /^Arrow(Up|Down)$/.test(event.key) &&
    event.target.closest("#list, #search") &&
    !event.isComposing
  ) {
    const rows = [...document.querySelectorAll(".row")];
    const index = rows.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    (rows[index] ?? (index < 0 ? $("#search") : null))?.focus();
  }
});

window.addEventListener("pagehide", () => store.flush());
// Another tab, where the same notes are open.
window.addEventListener("storage", ({ key }) => {
  if (key !== "margin.notes") return;
  store.adopt();
  const note = store.find(view.openId);
  if (!note) return open(store.list(view)[0]?.id);
  // Not set without need: the caret would go to the end.
  for (const [field, text] of [
    [$("#note-title"), note.title],
    [$("#body"), note.body],
  ]) {
    if (field.value === text) continue;
    field.value = text;
    fit(field);
  }
  refreshNote();
  refreshList();
});
document.addEventListener("visibilitychange", () => document.hidden && store.flush());

const last = load("margin.open", null);
open(store.find(last)?.id ?? store.list()[0]?.id);
