import { createAlarm, SOUNDS } from "./alarm.js";
import { createFocus } from "./focus.js";
import { load, save, setUp } from "./platform.js";
import { createStopwatch } from "./stopwatch.js";
import { strings } from "./strings.js";
import { createTimer } from "./timer.js";

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
const NAMES = ["timer", "stopwatch", "focus"];
const alarm = createAlarm();
let mode = NAMES.includes(load("minuet.mode", "")) ? load("minuet.mode", "") : "timer";

const shared = { t, alarm, onChange: () => queueMicrotask(showTabs), say };
const modes = {
  timer: createTimer({ root: $("#timer"), ...shared, onDone: showDone }),
  stopwatch: createStopwatch({ root: $("#stopwatch"), ...shared }),
  focus: createFocus({ root: $("#focus"), ...shared }),
};

function choose(name, { focus = false } = {}) {
  mode = name;
  save("minuet.mode", name);
  showTabs();
  if (focus) $(`[data-mode="${name}"]`).focus();
}

function showTabs() {
  for (const name of NAMES) {
    const tab = $(`[data-mode="${name}"]`);
    tab.setAttribute("aria-selected", name === mode);
    tab.tabIndex = name === mode ? 0 : -1;
    tab.classList.toggle("running", modes[name].running);
    tab.setAttribute("aria-label", modes[name].running ? t("running", t(name)) : t(name));
    $(`#${name}`).hidden = name !== mode;
  }
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => choose(tab.dataset.mode));
  tab.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way) choose(NAMES[(NAMES.indexOf(mode) + way + 3) % 3], { focus: true });
  });
}

function showDone(done) {
  const minutes = Math.floor((Date.now() - done.at) / 60_000);
  $("#done-title").textContent = done.label || t("timeUp");
  $("#done-text").textContent = done.label
    ? `${t("timeUp")} · ${t("finishedAgo", minutes)}`
    : t("finishedAgo", minutes);
  if (!$("#done").open) $("#done").showModal();
  say(`${t("timeUp")} ${done.label}`);
  if (minutes < 1) alarm.arm("timer", 0);
}

$("#done-stop").addEventListener("click", () => $("#done").close());
$("#done-again").addEventListener("click", () => {
  alarm.wake();
  modes.timer.again();
  $("#done").close();
});
$("#done").addEventListener("close", () => modes.timer.done && modes.timer.dismiss());

for (const sound of SOUNDS) {
  const label = document.createElement("label");
  label.innerHTML = `<input type="radio" name="sound" value="${sound}"><span></span>`;
  label.lastChild.textContent = t("sounds")[sound];
  label.firstChild.checked = sound === alarm.sound;
  label.firstChild.addEventListener("change", () => alarm.choose(sound));
  $("#sounds").append(label);
}

let quiet = 0;
/** Announces a message to screen readers; `visible` also shows it. */
function say(message, visible = false) {
  $("#said").textContent = message;
  if (!visible) return;
  $("#toast").hidden = false;
  $("#toast").textContent = message;
  clearTimeout(quiet);
  quiet = setTimeout(() => ($("#toast").hidden = true), 6000);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio])"))
    return;
  if ($("#done").open) return;
  const key = event.key.toLowerCase();
  if (key === " " && !event.target.closest("button, input")) modes[mode].toggle();
  else if (key === "l" && mode === "stopwatch") modes.stopwatch.lap();
  else if (key === "r") modes[mode].reset();
  else if (/^[1-3]$/.test(key) && !event.target.closest("input")) choose(NAMES[Number(key) - 1]);
  else return;
  event.preventDefault();
});
// After a reload, browsers block audio until the first click or tap: use it to resume the alarm.
document.addEventListener("pointerdown", () => NAMES.some((name) => modes[name].running) && alarm.wake());

function tick() {
  const now = Date.now();
  for (const name of NAMES) if (modes[name].running) modes[name].tick(now);
  const shown = modes[mode].running ? mode : NAMES.find((name) => modes[name].running);
  const title = shown ? `${modes[shown].title(now)} · ${t("title")}` : t("title");
  if (document.title !== title) document.title = title;
}

function frame() {
  if (NAMES.some((name) => modes[name].running)) tick();
  requestAnimationFrame(frame);
}

showTabs();
if (modes.timer.done) showDone(modes.timer.done);
requestAnimationFrame(frame);
setInterval(tick, 500); // background pages get no animation frames
document.addEventListener("visibilitychange", tick);
