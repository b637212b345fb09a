// The countdown: set by digits or a preset. It ends on time even if the page was suspended meanwhile.

import { load, locale, save } from "./platform.js";
import { clock, createRing, fresh, isPaused, isRunning, pause, remaining, start } from "./time.js";

const KEY = "minuet.timer";
const PRESETS = [60, 180, 300, 420, 540, 900, 1200, 1800, 3600];
const LONGEST = 99 * 3600 + 59 * 60 + 59;
const wall = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });

export function createTimer({ root, t, alarm, onDone, onChange, say }) {
  const $ = (selector) => root.querySelector(selector);
  const ring = createRing($(".dial"));
  const fields = [...root.querySelectorAll(".digits input")];
  const kept = load(KEY, null);
  let state =
    kept?.countdown?.length > 0 ? kept : { countdown: fresh(300_000), label: "", recent: [], done: null };

  function set(change) {
    state = { ...state, ...change };
    save(KEY, state);
    show();
    onChange();
  }

  function setLength(seconds, label = state.label) {
    const length = Math.min(LONGEST, Math.max(0, seconds)) * 1000;
    set({ countdown: fresh(length), base: length, label });
  }

  function fromFields() {
    const [h, m, s] = fields.map((field) => Number(field.value) || 0);
    const seconds = Math.min(LONGEST, h * 3600 + m * 60 + s);
    if (seconds * 1000 !== state.countdown.length)
      set({ countdown: fresh(seconds * 1000), base: seconds * 1000 });
  }

  /** Updates the digits, except a field in which the person is typing, unless `all`. */
  function toFields({ all = false } = {}) {
    const seconds = Math.round(state.countdown.length / 1000);
    const values = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    fields.forEach((field, i) => {
      if (all || field !== document.activeElement) field.value = String(values[i]).padStart(2, "0");
    });
  }

  function toggle() {
    const now = Date.now();
    const { countdown } = state;
    alarm.wake();
    if (isRunning(countdown)) {
      alarm.disarm("timer");
      set({ countdown: pause(countdown, now) });
      return say(t("pausedAt"));
    }
    if (!remaining(countdown, now)) return;
    const seconds = countdown.length / 1000;
    const recent =
      isPaused(countdown) || PRESETS.includes(seconds)
        ? state.recent
        : [seconds, ...state.recent.filter((n) => n !== seconds)];
    const base = isPaused(countdown) ? state.base : countdown.length; // reset returns to this, ignoring time added meanwhile
    set({ countdown: start(countdown, now), base, recent: recent.slice(0, 4), done: null });
    say(t("started"));
  }

  const again = () => fresh(state.base ?? state.countdown.length);

  function cancel() {
    alarm.disarm("timer");
    set({ countdown: again(), done: null });
  }

  function addMinute() {
    const { countdown } = state;
    const longer = { ...countdown, length: countdown.length + 60_000 };
    if (isRunning(countdown)) longer.endsAt += 60_000;
    else if (isPaused(countdown)) longer.left += 60_000;
    set({ countdown: longer });
  }

  function finish() {
    const at = state.countdown.endsAt;
    set({ countdown: again(), done: { at, label: state.label } });
    onDone(state.done);
  }

  function tick(now) {
    const { countdown } = state;
    if (isRunning(countdown)) {
      if (now >= countdown.endsAt) return finish();
      alarm.arm("timer", countdown.endsAt - now);
    }
    const left = remaining(countdown, now);
    ring.set(countdown.length ? left / countdown.length : 0);
    $(".count").textContent = clock(left);
  }

  function show() {
    const { countdown } = state;
    const idle = !isRunning(countdown) && !isPaused(countdown);
    $(".digits").hidden = !idle;
    $(".count").hidden = idle;
    $(".count").dataset.length = clock(countdown.length).length;
    if (idle) toFields();
    $(".label").value = state.label;
    $(".note").textContent = isRunning(countdown)
      ? t("endsAt", wall.format(countdown.endsAt + 500))
      : isPaused(countdown)
        ? t("pausedAt")
        : "";
    $(".go").textContent = t(isRunning(countdown) ? "pause" : isPaused(countdown) ? "resume" : "start");
    $(".go").disabled = idle && !countdown.length;
    $(".cancel").disabled = idle;
    $(".plus").disabled = idle;
    root.classList.toggle("paused", isPaused(countdown));
    showPresets();
    tick(Date.now());
  }

  function showPresets() {
    const chip = (seconds) => {
      const button = document.createElement("button");
      const name = t("named")[seconds];
      button.className = "chip";
      button.innerHTML = "<b></b><small></small>";
      button.firstChild.textContent = clock(seconds * 1000);
      button.lastChild.textContent = name ?? "";
      button.setAttribute("aria-pressed", state.countdown.length === seconds * 1000);
      button.addEventListener("click", () => {
        alarm.disarm("timer");
        setLength(seconds, name ?? "");
      });
      return button;
    };
    const boxes = [
      [$(".presets"), PRESETS],
      [$(".recent"), state.recent],
    ];
    for (const [box, list] of boxes) {
      const index = [...box.children].indexOf(document.activeElement);
      box.replaceChildren(...list.map(chip));
      box.children[index]?.focus();
    }
    $(".recent-box").hidden = !state.recent.length;
  }

  for (const field of fields) {
    field.addEventListener("focus", () => field.select());
    field.addEventListener("input", () => {
      field.value = field.value.normalize("NFKC").replace(/\D/g, "").slice(-2);
      fromFields();
      if (field.value.length === 2 && field.selectionStart === 2) fields[fields.indexOf(field) + 1]?.focus();
    });
    field.addEventListener("blur", () => toFields({ all: true }));
    const step = (by) => {
      const unit = [3600, 60, 1][fields.indexOf(field)];
      setLength(Math.max(0, state.countdown.length / 1000 + by * unit));
      toFields({ all: true });
      if (field === document.activeElement) field.select();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        event.preventDefault();
        step(event.key === "ArrowUp" ? 1 : -1);
      } else if (event.key === "Enter") toggle();
    });
    field.addEventListener(
      "wheel",
      (event) => field === document.activeElement && step(event.deltaY < 0 ? 1 : -1),
      {
        passive: true,
      },
    );
  }
  $(".label").addEventListener("input", (event) => {
    state.label = event.target.value;
    save(KEY, state);
  });
  $(".go").addEventListener("click", toggle);
  $(".cancel").addEventListener("click", cancel);
  $(".plus").addEventListener("click", addMinute);
  show();

  return {
    tick,
    toggle,
    reset: cancel,
    dismiss() {
      alarm.disarm("timer");
      set({ done: null });
    },
    again() {
      alarm.disarm("timer");
      set({ countdown: start(again(), Date.now()), done: null });
    },
    /** The timer that ended and has not been dismissed yet. */
    get done() {
      return state.done;
    },
    get running() {
      return isRunning(state.countdown);
    },
    title: (now) => clock(remaining(state.countdown, now)),
  };
}
