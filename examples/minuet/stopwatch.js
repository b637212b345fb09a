import { load, save } from "./platform.js";
import { createRing, fine } from "./time.js";

const KEY = "minuet.stopwatch";

export function createStopwatch({ root, t, onChange, say }) {
  const $ = (selector) => root.querySelector(selector);
  const ring = createRing($(".dial"));
  const kept = load(KEY, null);
  let state = Array.isArray(kept?.laps) ? kept : { startedAt: null, before: 0, laps: [] };

  const elapsed = (now) => state.before + (state.startedAt === null ? 0 : Math.max(0, now - state.startedAt));

  function set(change) {
    state = { ...state, ...change };
    save(KEY, state);
    show();
    onChange();
  }

  function toggle() {
    const now = Date.now();
    if (state.startedAt === null) set({ startedAt: now });
    else {
      set({ before: elapsed(now), startedAt: null });
      say(fine(state.before));
    }
  }

  function lapOrReset() {
    if (state.startedAt === null) return set({ before: 0, laps: [] });
    const total = elapsed(Date.now());
    set({ laps: [...state.laps, total] });
    say(`${t("lap")} ${state.laps.length}: ${fine(lapTimes().at(-1))}`);
  }

  const lapTimes = () => state.laps.map((total, i) => total - (state.laps[i - 1] ?? 0));

  function tick(now) {
    const total = elapsed(now);
    const text = fine(total);
    $(".count").textContent = text;
    $(".count").dataset.length = text.length;
    ring.set(total ? (total % 60_000) / 60_000 : 0);
    if (state.laps.length)
      $(".note").textContent = `${t("lap")} ${state.laps.length + 1} · ${fine(total - state.laps.at(-1))}`;
  }

  function show() {
    const running = state.startedAt !== null;
    $(".go").textContent = t(running ? "stop" : state.before ? "resume" : "start");
    $(".lap").textContent = t(running || !state.before ? "lap" : "reset");
    $(".lap").disabled = !running && !state.before;
    root.classList.toggle("paused", !running && state.before > 0);
    $(".note").textContent = "";
    showLaps();
    tick(Date.now());
  }

  function showLaps() {
    const times = lapTimes();
    $(".no-laps").hidden = times.length > 0;
    $("table").hidden = !times.length;
    $(".copy").hidden = !times.length;
    $(".copy").textContent = t("copyLaps");
    const compared = times.length > 2;
    const [best, worst] = [times.indexOf(Math.min(...times)), times.indexOf(Math.max(...times))];
    const rows = times.map((time, i) => {
      const row = document.createElement("tr");
      const mark = compared && i === best ? "fastest" : compared && i === worst ? "slowest" : "";
      row.className = mark;
      const cells = [String(i + 1), fine(time), fine(state.laps[i])].map((text) => {
        const cell = document.createElement("td");
        cell.textContent = text;
        return cell;
      });
      if (mark) {
        const note = document.createElement("small");
        note.textContent = t(mark);
        cells[0].append(note);
      }
      row.append(...cells);
      return row;
    });
    $("tbody").replaceChildren(...rows.reverse());
  }

  $(".go").addEventListener("click", toggle);
  $(".lap").addEventListener("click", lapOrReset);
  $(".copy").addEventListener("click", () => {
    const lines = lapTimes().map((time, i) => `${i + 1}\t${fine(time)}\t${fine(state.laps[i])}`);
    const field = document.createElement("textarea");
    field.value = [[t("lapNumber"), t("lapTime"), t("lapTotal")].join("\t"), ...lines].join("\n");
    document.body.append(field);
    field.select();
    if (document.execCommand("copy")) $(".copy").textContent = t("copied");
    field.remove();
    $(".copy").focus();
  });
  show();

  return {
    tick,
    toggle,
    lap: () => state.startedAt !== null && lapOrReset(),
    reset: () => state.startedAt === null && lapOrReset(),
    get running() {
      return state.startedAt !== null;
    },
    title: (now) => fine(elapsed(now)).replace(/\.\d+$/, ""),
  };
}
