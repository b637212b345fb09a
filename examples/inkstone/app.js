import { isDark } from "./brush.js";
import { createBoard, renderPng } from "./board.js";
import { PATTERNS } from "./merge.js";
import { followOthers } from "./others.js";
import { createPicture } from "./picture.js";
import { load, save, setUp } from "./platform.js";
import { strings } from "./strings.js";
import { createRoomPicture, newId } from "./together.js";

const INKS = [
  "#23201f",
  "#8d8781",
  "#dd3f28",
  "#ef8229",
  "#eebc2d",
  "#5b9a4a",
  "#1c8f98",
  "#2b59c9",
  "#7b52cc",
  "#e2628f",
  "#8c5733",
  "#ffffff",
];
const PAPERS = ["#ffffff", "#f8f1e1", "#d8bd97", "#dfeaf2", "#1a2536", "#151414"];
const SIZES = [2, 4, 8, 16, 32];
const TOOL_KEYS = { p: "pen", b: "brush", m: "marker", e: "eraser" };

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
document.title = t("title");
$("#preview").alt = t("preview");

const defaults = { tool: "brush", color: INKS[0], size: 8, custom: "#3aa0ff" };
const choice = { ...defaults, ...load("inkstone.choice", {}) };
const room = window.gum?.room ?? null;
const picture = room ? joinDrawing() : createPicture({ onSaveFailed: () => say(t("full"), true) });

buildChoices();
const board = createBoard({
  desk: $("#desk"),
  picture,
  pen: () => ({ tool: choice.tool, color: choice.color, size: choice.size, ...(room && { id: newId() }) }),
  onDraw: (stroke) => others?.draw(stroke),
  onDrop: (stroke) => others?.drop(stroke),
  onStroke(stroke) {
    others?.finish();
    picture.addStroke(stroke);
    refresh();
    return room !== null;
  },
  onTap: (fingers) => (fingers === 2 ? undo() : redo()),
  onPenMove: (down) => say(t(down ? "penDown" : "penUp")),
});

const others = room ? followOthers({ room, board, sheetBox: $("#desk .sheet") }) : null;

picture.restore().then(() => {
  board.layOut();
  refresh();
});
window.addEventListener("pagehide", () => picture.flush());
document.addEventListener("visibilitychange", () => document.hidden && picture.flush());

function joinDrawing() {
  const clear = $("#clear");
  clear.title = clear.ariaLabel = t("clearOwn");
  $("#hint strong").textContent = t("hintTogether");
  room.onChange(() => refresh());
  return createRoomPicture({
    room,
    onChange(from) {
      board.redraw(from);
      refresh();
    },
    onHeard: (drawing) => others.arrived(drawing),
    onRefused: (code) => say(t(code === "room_closed" ? "closed" : "refused"), true),
    card: () => ({ title: t("cardTitle"), alt: t("cardAlt") }),
  });
}

$("#undo").addEventListener("click", undo);
$("#redo").addEventListener("click", redo);
$("#clear").addEventListener("click", () => {
  if ($("#clear").disabled) return;
  picture.clear();
  board.redraw();
  refresh();
  say(t(room ? "ownCleared" : "cleared"), true, { label: t("undo").replace(/ .*/, ""), run: undo });
});
$("#export").addEventListener("click", openExport);
$("#with-paper").addEventListener("change", renderExport);
$("#export-close").addEventListener("click", () => $("#export-dialog").close());

document.addEventListener("keydown", (event) => {
  if (board.isDrawing() || $("#export-dialog").open) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const action = { z: event.shiftKey ? redo : undo, y: redo, s: openExport }[key];
    if (action) (event.preventDefault(), action());
    return;
  }
  if (event.altKey) return;
  if (TOOL_KEYS[key]) choose("tool", TOOL_KEYS[key]);
  else if (key === "[" || key === "]") {
    const index = SIZES.indexOf(choice.size) + (key === "]" ? 1 : -1);
    choose("size", SIZES[Math.min(SIZES.length - 1, Math.max(0, index))]);
  }
});

function undo() {
  if (picture.isClosed) return;
  say(t(picture.undo() ? "undone" : "nothingToUndo"));
  board.redraw();
  refresh();
}

function redo() {
  if (picture.isClosed || !picture.redo()) return;
  say(t("redone"));
  board.redraw();
  refresh();
}

function choose(name, value) {
  choice[name] = value;
  if (name === "color" && choice.tool === "eraser") choice.tool = "brush";
  save("inkstone.choice", choice);
  refresh();
}

function setPaper(change) {
  picture.setPaper(change);
  // Black ink is invisible on black paper: switch to one with contrast.
  if (change.color && isDark(change.color) && choice.color === INKS[0]) choose("color", INKS[11]);
  else if (change.color && !isDark(change.color) && choice.color === INKS[11]) choose("color", INKS[0]);
  board.redraw();
  refresh();
}

function buildChoices() {
  const tools = Object.values(TOOL_KEYS).map((tool) => ({ value: tool, label: t(tool), html: icon(tool) }));
  radios($("#tool-list"), "tool", tools, (value) => choose("tool", value));
  const sizes = SIZES.map((size, i) => ({ value: size, label: t("sizeOf", size), html: dot(4 + i * 4) }));
  radios($("#size-list"), "size", sizes, (value) => choose("size", Number(value)));
  const inks = INKS.map((color, i) => ({ value: color, label: t("ink")[i], color }));
  radios($("#ink-list"), "color", inks, (value) => choose("color", value));
  const papers = PAPERS.map((color, i) => ({ value: color, label: t("papers")[i], color }));
  radios($("#paper-list"), "paper", papers, (color) => setPaper({ color }));
  const patterns = PATTERNS.map((pattern) => ({ value: pattern, label: t("patterns")[pattern], text: true }));
  radios($("#pattern-list"), "pattern", patterns, (pattern) => setPaper({ pattern }));

  const custom = $("#custom");
  custom.value = choice.custom;
  custom.addEventListener("input", () => {
    choice.custom = custom.value;
    choose("color", custom.value);
  });
}

function radios(list, name, options, onChange) {
  for (const { value, label, html = "", color, text } of options) {
    const item = document.createElement("label");
    item.className = text ? "chip" : color ? "swatch" : "tool";
    if (color) item.style.setProperty("--swatch", color);
    if (!text) item.title = label;
    item.innerHTML = `<input type="radio" name="${name}" value="${value}"><span aria-hidden="true">${html}</span>`;
    if (text) item.lastChild.textContent = label;
    item.firstChild.setAttribute("aria-label", label);
    item.firstChild.addEventListener("change", () => onChange(value));
    list.append(item);
  }
}

function refresh() {
  const check = (name, value) => {
    for (const input of document.getElementsByName(name)) input.checked = input.value === String(value);
  };
  check("tool", choice.tool);
  check("size", choice.size);
  check("color", choice.color);
  check("paper", picture.sheet.color);
  check("pattern", picture.sheet.pattern);
  document.documentElement.style.setProperty("--ink", choice.color);
  $("#custom").parentElement.style.setProperty("--swatch", choice.custom);
  $("#custom").parentElement.classList.toggle("on", !INKS.includes(choice.color));
  $("#paper-button").style.setProperty("--swatch", picture.sheet.color);
  $("#undo").disabled = !picture.canUndo || picture.isClosed;
  $("#redo").disabled = !picture.canRedo || picture.isClosed;
  $("#clear").disabled = room ? $("#undo").disabled : picture.isEmpty;
  $("#export").disabled = picture.isEmpty;
  $("#hint").hidden = !picture.isEmpty;
  document.body.classList.toggle("closed", picture.isClosed);
  if (room) $("#who").textContent = t("people", room.people);
  $("#hint").classList.toggle("on-dark", isDark(picture.sheet.color));
}

let exported = null;

async function openExport() {
  if (picture.isEmpty || $("#export-dialog").open) return;
  $("#preview").removeAttribute("src");
  $("#export-dialog").showModal();
  await renderExport();
}

async function renderExport() {
  const blob = await renderPng(picture, { withPaper: $("#with-paper").checked });
  if (exported) URL.revokeObjectURL(exported);
  exported = URL.createObjectURL(blob);
  const now = new Date();
  const stamp = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((n) => String(n).padStart(2, "0"))
    .join("-");
  $("#preview").src = exported;
  $("#preview").classList.toggle("clear", !$("#with-paper").checked);
  $("#download").href = exported;
  $("#download").download = `inkstone-${stamp}.png`;
}

let quiet = 0;

/** Announces a message to screen readers; optionally shows it too, with an Undo button. */
function say(message, visible = false, action = null) {
  $("#said").textContent = message;
  const toast = $("#toast");
  clearTimeout(quiet);
  toast.hidden = !visible;
  if (!visible) return;
  toast.firstElementChild.textContent = message;
  const button = toast.querySelector("button");
  button.hidden = !action;
  button.textContent = action?.label ?? "";
  button.onclick = () => {
    toast.hidden = true;
    action.run();
  };
  quiet = setTimeout(() => (toast.hidden = true), 6000);
}

function icon(name) {
  return `<svg viewBox="0 0 24 24"><use href="#i-${name}"/></svg>`;
}

function dot(px) {
  return `<i style="width:${px}px;height:${px}px"></i>`;
}
