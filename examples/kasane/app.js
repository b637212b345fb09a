import { createGame } from "./game.js";
import { load, save, setUp } from "./platform.js";
import { COLUMNS } from "./rules.js";
import { createSound } from "./sound.js";
import { strings } from "./strings.js";
import { createView } from "./view.js";

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
document.title = t("title");

const board = $("#board");
const sound = createSound();
const view = createView(board, { chainLabel: (n) => t("chain", n) });
const number = new Intl.NumberFormat(document.documentElement.lang);
let mode = load("kasane.mode", "falling");

const game = createGame({
  view,
  sound,
  onChange: show,
  announce(what, ...values) {
    const key = `say${what[0].toUpperCase()}${what.slice(1)}`;
    $("#said").textContent = t(key, ...values);
  },
});

function show(state) {
  $("#score").textContent = number.format(state.score);
  $("#best").textContent = number.format(Math.max(game.best(), state.score));
  const next = $("#next");
  next.dataset.level = Math.min(13, Math.log2(state.next));
  next.dataset.digits = String(state.next).length;
  next.firstChild.textContent = state.next;
  board.dataset.phase = state.phase;

  const { phase } = state;
  $("#panel").hidden = phase === "playing";
  $("#pause").disabled = phase !== "playing";
  $("#panel-title").textContent = { ready: t("title"), paused: t("paused"), over: t("over") }[phase] ?? "";
  $("#panel-text").textContent =
    phase === "over"
      ? game.isRecord
        ? t("record")
        : t("yourBest", number.format(game.best()))
      : t("tagline");
  $("#panel-score").hidden = phase !== "over";
  $("#panel-score").textContent = number.format(state.score);
  $("#go").textContent = t({ ready: "play", paused: "resume", over: "again" }[phase] ?? "play");
  $("#restart").hidden = phase !== "paused";
  $("#modes").hidden = phase === "paused";
  if (phase !== "playing" && phase !== "ready") $("#go").focus({ preventScroll: true });
}

function showMode() {
  for (const input of document.getElementsByName("mode")) input.checked = input.value === mode;
  $("#mode-hint").textContent = t(`${mode}Hint`);
}

function showSound() {
  const button = $("#sound");
  const label = t(sound.on ? "soundOn" : "soundOff");
  button.setAttribute("aria-pressed", sound.on);
  button.setAttribute("aria-label", label);
  button.title = label;
  button.querySelector("use").setAttribute("href", sound.on ? "#i-sound" : "#i-quiet");
}

function go() {
  sound.wake();
  if (game.state.phase === "paused") game.resume();
  else game.begin(mode);
  board.focus({ preventScroll: true });
}

$("#go").addEventListener("click", go);
$("#restart").addEventListener("click", () => {
  sound.wake();
  game.begin(mode);
  board.focus({ preventScroll: true });
});
$("#pause").addEventListener("click", () => game.pause());
$("#sound").addEventListener("click", () => {
  sound.toggle();
  showSound();
});
for (const input of document.getElementsByName("mode")) {
  input.addEventListener("change", () => {
    mode = input.value;
    save("kasane.mode", mode);
    showMode();
  });
}

const KEYS = {
  ArrowLeft: () => game.nudge(-1),
  a: () => game.nudge(-1),
  ArrowRight: () => game.nudge(1),
  d: () => game.nudge(1),
  ArrowDown: () => game.softDrop(),
  s: () => game.softDrop(),
  " ": () => game.land(),
  Enter: () => game.land(),
  p: () => game.pause(),
  Escape: () => game.pause(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "m") return $("#sound").click();
  if (game.state.phase === "paused" && (key === "p" || key === "Escape")) return go();
  if (game.state.phase !== "playing" || event.target.closest("button")) return;
  const column = Number(key) - 1;
  if (column >= 0 && column < COLUMNS) {
    if (!event.repeat) game.dropAt(column);
  } else if (KEYS[key]) {
    if (key === " " || key === "Enter") event.repeat || KEYS[key]();
    else KEYS[key]();
  } else return;
  event.preventDefault();
});

let aiming = null;

function columnAt(event) {
  const box = board.getBoundingClientRect();
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * COLUMNS)));
}

const stage = $("#stage");
stage.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || event.target.closest("#panel") || game.state.phase !== "playing") return;
  sound.wake();
  aiming = event.pointerId;
  stage.setPointerCapture(aiming);
  game.moveTo(columnAt(event));
});
stage.addEventListener("pointermove", (event) => {
  if (event.pointerId === aiming) game.moveTo(columnAt(event));
  else if (event.pointerType === "mouse" && aiming === null) game.moveTo(columnAt(event));
});
stage.addEventListener("pointerup", (event) => {
  if (event.pointerId !== aiming) return;
  aiming = null;
  game.dropAt(columnAt(event));
});
stage.addEventListener("pointercancel", () => (aiming = null));
stage.addEventListener("touchstart", (event) => !event.target.closest("#panel") && event.preventDefault(), {
  passive: false,
});

window.addEventListener("blur", () => game.pause());
window.addEventListener("pagehide", () => game.keep());
document.addEventListener("visibilitychange", () => document.hidden && game.pause());

showMode();
showSound();
game.restore();
