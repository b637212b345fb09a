import { createEngine, createTapper, MAX_BPM, MIN_BPM, PATTERNS } from "./engine.js";
import { isCalm, load, save, setUp } from "./platform.js";
import { createRing } from "./ring.js";
import { createSongs } from "./songs.js";
import { strings } from "./strings.js";

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
document.title = t("title");

const SOUNDS = ["click", "wood", "beep", "drum"];
const NAME_FROM = [0, 40, 52, 66, 80, 108, 120, 156, 176, 200];
const RANGES = {
  "trainer.step": [1, 20],
  "trainer.bars": [1, 32],
  "trainer.goal": [MIN_BPM, MAX_BPM],
  "gap.play": [1, 16],
  "gap.rest": [1, 16],
};

const defaults = {
  bpm: 96,
  levels: [2, 1, 1, 1],
  sub: "quarter",
  sound: "wood",
  volume: 0.8,
  trainer: { on: false, step: 4, bars: 4, goal: 140 },
  gap: { on: false, play: 3, rest: 1 },
};
/** The rhythm of a post, to practise with; one's own settings stay as they are. */
const moment = window.gum?.moment;
const settings = settle({ ...load("takt.settings", {}), ...(moment && rhythmOf(moment.state)) });

/** Of what somebody has posted, which may be anything. */
function rhythmOf(state) {
  const { bpm, levels, sub } = state ?? {};
  const known = Array.isArray(levels) ? levels.slice(0, 12).filter((level) => [0, 1, 2].includes(level)) : [];
  return { bpm: Math.round(bpm), levels: known, sub: Object.hasOwn(PATTERNS, sub) ? sub : "quarter" };
}

/** The saved settings, with defaults for missing or invalid values. */
function settle(kept) {
  const merged = { ...defaults, ...kept };
  for (const name of ["trainer", "gap"]) merged[name] = { ...defaults[name], ...kept[name] };
  if (!(merged.bpm >= MIN_BPM && merged.bpm <= MAX_BPM)) merged.bpm = defaults.bpm;
  if (!Array.isArray(merged.levels) || !merged.levels.length) merged.levels = defaults.levels;
  if (!PATTERNS[merged.sub]) merged.sub = defaults.sub;
  if (!SOUNDS.includes(merged.sound)) merged.sound = defaults.sound;
  return merged;
}

let saving = 0;
function keep() {
  if (moment) return;
  clearTimeout(saving);
  saving = setTimeout(() => save("takt.settings", settings), 200);
}

const ring = createRing($("#ring"), {
  label: (n, level) => t("beat", n, level),
  onPress(i) {
    settings.levels = settings.levels.map((level, at) => (at === i ? (level + 2) % 3 : level));
    refresh();
  },
});

const engine = createEngine({
  settings,
  onTempo: () => refresh(),
  onBeat({ beat, bar, silent }) {
    ring.light(silent ? -1 : beat);
    $("#where").textContent = silent ? `${t("bar", bar + 1)} · ${t("silentBar")}` : t("bar", bar + 1);
    if (isCalm() || silent || !settings.levels[beat]) return;
    const loud = settings.levels[beat] === 2;
    $("#disc").animate(
      {
        boxShadow: [
          `0 0 0 ${loud ? 10 : 4}px rgb(200 240 49 / ${loud ? 0.35 : 0.18})`,
          "0 0 0 26px rgb(200 240 49 / 0)",
        ],
      },
      { duration: Math.min(420, 50000 / settings.bpm), easing: "ease-out" },
    );
  },
});

const songs = createSongs({
  list: $("#songs"),
  empty: $("#no-songs"),
  t,
  snapshot: () => ({ bpm: settings.bpm, levels: settings.levels, sub: settings.sub }),
  onLoad({ bpm, levels, sub }) {
    Object.assign(settings, { bpm, levels, sub });
    refresh();
  },
  onRemoved: (name, run) => say(t("removed", name), { label: t("undo"), run }),
});

function toggle() {
  if (engine.running) engine.stop();
  else engine.start();
  refresh();
  if (engine.running) requestAnimationFrame(follow);
  else {
    ring.light(-1);
    ring.turn(null);
    $("#where").textContent = "";
  }
}

function follow() {
  if (!engine.running) return;
  ring.turn(isCalm() ? null : engine.phase);
  requestAnimationFrame(follow);
}

function setBpm(bpm) {
  settings.bpm = Math.min(MAX_BPM, Math.max(MIN_BPM, Math.round(bpm)));
  refresh();
}

function setBeats(count) {
  const wanted = Math.min(12, Math.max(1, count));
  settings.levels = Array.from({ length: wanted }, (_, i) => settings.levels[i] ?? (i ? 1 : 2));
  refresh();
}

function refresh() {
  const { bpm, levels, sub, sound, volume, trainer, gap } = settings;
  const name = t("names")[NAME_FROM.findLastIndex((from) => bpm >= from)];
  $("#bpm").textContent = bpm;
  $("#name").textContent = name;
  $("#tempo").value = bpm;
  $("#tempo").style.setProperty("--part", `${((bpm - MIN_BPM) / (MAX_BPM - MIN_BPM)) * 100}%`);
  $("#tempo").setAttribute("aria-valuetext", `${bpm} ${t("bpm")}, ${name}`);
  $("#beat-count").textContent = levels.length;
  ring.show(levels);

  const play = $("#play");
  const label = t(engine.running ? "stop" : "start");
  play.setAttribute("aria-label", label);
  play.title = label;
  play.querySelector("use").setAttribute("href", engine.running ? "#i-stop" : "#i-play");
  document.body.classList.toggle("playing", engine.running);

  for (const input of document.getElementsByName("sub")) input.checked = input.value === sub;
  for (const input of document.getElementsByName("sound")) input.checked = input.value === sound;
  $("#volume").value = volume;
  $("#volume").style.setProperty("--part", `${volume * 100}%`);
  for (const kind of ["trainer", "gap"]) {
    $(`#${kind}`).checked = settings[kind].on;
    $(`#${kind}-fields`).hidden = !settings[kind].on;
  }
  $("#trainer-hint").textContent = t("trainerHint", trainer.step, trainer.bars, trainer.goal);
  $("#gap-hint").textContent = t("gapHint", gap.play, gap.rest);
  for (const field of Object.keys(RANGES)) {
    const [kind, key] = field.split(".");
    document.getElementById(field).textContent = settings[kind][key];
  }
  songs.refresh();
  keep();
}

function buildChoices() {
  const radio = (list, name, value, label, html, onChange) => {
    const item = document.createElement("label");
    item.innerHTML = `<input type="radio" name="${name}" value="${value}"><span>${html}<b></b></span>`;
    item.querySelector("b").textContent = label;
    item.firstChild.addEventListener("change", () => {
      onChange(value);
      refresh();
    });
    list.append(item);
  };
  const icon = (id) => `<svg viewBox="0 0 36 24" aria-hidden="true"><use href="#n-${id}"/></svg>`;
  for (const sub of Object.keys(PATTERNS)) {
    radio($("#subs"), "sub", sub, t("subs")[sub], icon(sub), (value) => (settings.sub = value));
  }
  for (const sound of SOUNDS) {
    radio($("#sounds"), "sound", sound, t("sounds")[sound], "", (value) => (settings.sound = value));
  }
  for (const box of document.querySelectorAll("[data-stepper]")) {
    const field = box.dataset.stepper;
    const [kind, key] = field.split(".");
    const name = t(box.dataset.name);
    box.innerHTML = `<span></span><div><button>−</button><output id="${field}"></output><button>+</button></div>`;
    box.firstChild.textContent = name;
    const [less, , more] = box.lastChild.children;
    less.setAttribute("aria-label", t("decrease", name));
    more.setAttribute("aria-label", t("increase", name));
    const change = (by) => {
      const [low, high] = RANGES[field];
      settings[kind][key] = Math.min(high, Math.max(low, settings[kind][key] + by));
      refresh();
    };
    const by = key === "goal" ? 5 : 1;
    repeating(less, () => change(-by));
    repeating(more, () => change(by));
  }
}

/** Runs the action once for a click, repeatedly while the button is held. */
function repeating(button, action) {
  let timer = 0;
  const stop = () => clearTimeout(timer);
  button.addEventListener("click", (event) => event.detail === 0 && action()); // keyboards and screen readers
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    action();
    const again = () => {
      action();
      timer = setTimeout(again, 60);
    };
    timer = setTimeout(again, 420);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, stop);
}

const tapper = createTapper();
function tap(time) {
  const bpm = tapper(time);
  if (bpm) setBpm(bpm);
  if (!isCalm()) $("#tap").animate({ scale: [0.94, 1] }, { duration: 160 });
}

let quiet = 0;
function say(message, action) {
  const toast = $("#toast");
  clearTimeout(quiet);
  toast.hidden = false;
  toast.querySelector("span").textContent = message;
  const button = toast.querySelector("button");
  button.textContent = action.label;
  button.onclick = () => {
    toast.hidden = true;
    action.run();
  };
  quiet = setTimeout(() => (toast.hidden = true), 7000);
}

buildChoices();
refresh();
$("#play").addEventListener("click", toggle);
$("#tap").addEventListener("pointerdown", (event) => tap(event.timeStamp));
$("#tap").addEventListener("click", (event) => event.detail === 0 && tap(event.timeStamp));
$("#tempo").addEventListener("input", (event) => setBpm(Number(event.target.value)));
repeating($("#slower"), () => setBpm(settings.bpm - 1));
repeating($("#faster"), () => setBpm(settings.bpm + 1));
$("#fewer").addEventListener("click", () => setBeats(settings.levels.length - 1));
$("#more").addEventListener("click", () => setBeats(settings.levels.length + 1));
$("#volume").addEventListener("input", (event) => {
  settings.volume = Number(event.target.value);
  refresh();
});
for (const kind of ["trainer", "gap"]) {
  $(`#${kind}`).addEventListener("change", (event) => {
    settings[kind].on = event.target.checked;
    if (kind === "trainer" && settings.trainer.goal <= settings.bpm) {
      settings.trainer.goal = Math.min(MAX_BPM, settings.bpm + 20);
    }
    refresh();
  });
}
$("#add-song").addEventListener("click", () => songs.add());
$("#post").hidden = !window.gum?.capabilities().includes("share");
$("#post").addEventListener("click", () => {
  const { bpm, levels, sub } = settings;
  window.gum.share({ text: t("posted", bpm), state: { bpm, levels, sub } }).catch(() => {});
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("[type=text]")) return;
  const field = event.target.closest("input");
  const pressable = event.target.closest("button, [type=checkbox]");
  const key = event.key.toLowerCase();
  if (key === " " && !pressable) toggle();
  else if (key === "t") event.repeat || tap(event.timeStamp);
  else if (!field && key === "arrowup") setBpm(settings.bpm + (event.shiftKey ? 10 : 1));
  else if (!field && key === "arrowdown") setBpm(settings.bpm - (event.shiftKey ? 10 : 1));
  else if (!field && /^[1-9]$/.test(key)) setBeats(Number(key));
  else return;
  event.preventDefault();
});
window.addEventListener("pagehide", () => moment || save("takt.settings", settings));
