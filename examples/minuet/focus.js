// Rounds of work and rest. Keeps the time worked on each day.

import { load, locale, save } from "./platform.js";
import { clock, createRing, dayKey, fresh, isPaused, isRunning, pause, remaining, start } from "./time.js";

const KEY = "minuet.focus";
const RANGES = { work: [1, 120, 5], short: [1, 60, 1], long: [1, 90, 5], rounds: [2, 8, 1] };
/** If a phase ended longer ago than this while the app was closed, the next one does not start by itself. */
const AWAY_MS = 120_000;
const KEPT_DAYS = 60;

const weekday = new Intl.DateTimeFormat(locale, { weekday: "narrow" });
const fullDay = new Intl.DateTimeFormat(locale, { weekday: "long", month: "long", day: "numeric" });

export function createFocus({ root, t, alarm, onChange, say }) {
  const $ = (selector) => root.querySelector(selector);
  const ring = createRing($(".dial"));
  const lengths = { work: 25, short: 5, long: 15, rounds: 4, ...load(KEY, {})?.lengths };
  const minutes = (n) => n * 60_000;
  let state = {
    phase: "work",
    round: 1,
    countdown: fresh(minutes(lengths.work)),
    auto: true,
    days: {},
    ...load(KEY, {}),
    lengths,
  };

  function set(change) {
    state = { ...state, ...change };
    save(KEY, state);
    show();
    onChange();
  }

  function following({ phase, round, lengths: { rounds } }) {
    if (phase === "work") return { phase: round >= rounds ? "long" : "short", round };
    return { phase: "work", round: phase === "long" ? 1 : round + 1 };
  }

  /** Moves on to the next phase. `worked` ms count towards the day on which they ended. */
  function advance({ at, worked, go }) {
    const next = following(state);
    const days = { ...state.days };
    if (worked > 0) {
      const key = dayKey(at);
      days[key] = (days[key] ?? 0) + worked;
      for (const old of Object.keys(days).sort().slice(0, -KEPT_DAYS)) delete days[old];
    }
    const countdown = fresh(minutes(state.lengths[next.phase]));
    set({ ...next, days, countdown: go ? start(countdown, at) : countdown });
  }

  function tick(now) {
    const { countdown } = state;
    if (isRunning(countdown)) {
      if (now >= countdown.endsAt) {
        const here = now - countdown.endsAt < AWAY_MS;
        const worked = state.phase === "work" ? countdown.length : 0;
        advance({ at: countdown.endsAt, worked, go: state.auto && here });
        say(t("nextUp", t(state.phase)), true);
        return;
      }
      // One alarm per phase: the previous one may still be ringing when the next is scheduled.
      alarm.arm(`focus-${state.phase}`, countdown.endsAt - now, 2);
    }
    const left = remaining(countdown, now);
    ring.set(left / countdown.length);
    $(".count").textContent = clock(left);
  }

  function hush() {
    for (const phase of ["work", "short", "long"]) alarm.disarm(`focus-${phase}`);
  }

  function toggle() {
    alarm.wake();
    hush();
    const now = Date.now();
    const { countdown } = state;
    set({ countdown: isRunning(countdown) ? pause(countdown, now) : start(countdown, now) });
  }

  function skip() {
    hush();
    const now = Date.now();
    const { countdown, phase } = state;
    const worked = phase === "work" ? countdown.length - remaining(countdown, now) : 0;
    advance({ at: now, worked, go: isRunning(countdown) });
  }

  function reset() {
    hush();
    set({ phase: "work", round: 1, countdown: fresh(minutes(state.lengths.work)) });
  }

  function setLength(name, by) {
    const [low, high, step] = RANGES[name];
    const old = state.lengths[name];
    const next = by > 0 && old < step ? step : Math.min(high, Math.max(low, old + by * step));
    const changed = { ...state.lengths, [name]: next };
    const untouched = !isRunning(state.countdown) && !isPaused(state.countdown) && state.phase === name;
    set({ lengths: changed, ...(untouched && { countdown: fresh(minutes(next)) }) });
  }

  function show() {
    const { countdown, phase, round } = state;
    root.dataset.phase = phase;
    root.classList.toggle("paused", isPaused(countdown));
    $(".phase").textContent = t(phase);
    $(".note").textContent = t("round", round, state.lengths.rounds);
    $(".count").dataset.length = clock(countdown.length).length;
    $(".go").textContent = t(isRunning(countdown) ? "pause" : isPaused(countdown) ? "resume" : "start");
    $(".dots").replaceChildren(
      ...Array.from({ length: state.lengths.rounds }, (_, i) => {
        const dot = document.createElement("i");
        dot.className =
          i + 1 < round || (i + 1 === round && phase !== "work") ? "done" : i + 1 === round ? "now" : "";
        return dot;
      }),
    );
    $(".auto").checked = state.auto;
    for (const name of Object.keys(RANGES))
      $(`[data-length="${name}"] output`).textContent = state.lengths[name];
    showWeek();
    tick(Date.now());
  }

  function showWeek() {
    const now = new Date();
    const days = Array.from(
      { length: 7 },
      (_, i) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6 + i),
    );
    const worked = days.map((day) => Math.round((state.days[dayKey(day)] ?? 0) / 60_000));
    const most = Math.max(60, ...worked);
    $(".today").textContent = t("todayFocus", worked[6]);
    $(".week").replaceChildren(
      ...days.map((day, i) => {
        const column = document.createElement("li");
        column.innerHTML = "<i></i><span></span>";
        column.style.setProperty("--part", worked[i] / most);
        column.setAttribute("aria-label", t("dayFocus", fullDay.format(day), worked[i]));
        column.title = t("dayFocus", fullDay.format(day), worked[i]);
        column.lastChild.textContent = weekday.format(day);
        column.lastChild.setAttribute("aria-hidden", "true");
        return column;
      }),
    );
  }

  for (const box of root.querySelectorAll("[data-length]")) {
    const name = t("lengthOf")[box.dataset.length];
    box.innerHTML = "<span></span><div><button>−</button><output></output><button>+</button></div>";
    box.firstChild.textContent = name;
    const [less, , more] = box.lastChild.children;
    less.setAttribute("aria-label", t("less", name));
    more.setAttribute("aria-label", t("more", name));
    less.addEventListener("click", () => setLength(box.dataset.length, -1));
    more.addEventListener("click", () => setLength(box.dataset.length, 1));
  }
  $(".go").addEventListener("click", toggle);
  $(".skip").addEventListener("click", skip);
  $(".reset").addEventListener("click", reset);
  $(".auto").addEventListener("change", (event) => set({ auto: event.target.checked }));
  show();

  return {
    tick,
    toggle,
    reset,
    get running() {
      return isRunning(state.countdown);
    },
    title: (now) => `${clock(remaining(state.countdown, now))} ${t(state.phase)}`,
  };
}
