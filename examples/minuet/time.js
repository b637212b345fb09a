// Time as timestamps, never as counted ticks, so that it stays correct when the page sleeps, reloads or is suspended.

/** A countdown is {length, endsAt, left} in ms: a running one has `endsAt`, a paused one `left`, a new one neither. */
export const fresh = (length) => ({ length, endsAt: null, left: null });
export const start = (countdown, now) => ({
  ...countdown,
  endsAt: now + (countdown.left ?? countdown.length),
  left: null,
});
export const pause = (countdown, now) => ({ ...countdown, left: remaining(countdown, now), endsAt: null });
export const isRunning = (countdown) => countdown.endsAt !== null;
export const isPaused = (countdown) => countdown.left !== null;

export function remaining({ length, endsAt, left }, now) {
  return endsAt === null ? (left ?? length) : Math.max(0, endsAt - now);
}

const two = (n) => String(n).padStart(2, "0");

/** 5:00, 1:05:00. Rounds up: 4:59.2 shows as 5:00. */
export function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** 00:05.32, for a stopwatch: truncated, not rounded. */
export function fine(ms) {
  const hundredths = Math.floor(ms / 10);
  const [h, m] = [Math.floor(hundredths / 360000), Math.floor(hundredths / 6000) % 60];
  const rest = `${two(m)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
  return h ? `${h}:${rest}` : rest;
}

export function dayKey(time) {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The ring around a clock; `set(part)` fills it from 0 to 1. */
export function createRing(box) {
  const turn = 2 * Math.PI * 150;
  const svg = '<svg class="ring" viewBox="-164 -164 328 328" aria-hidden="true">';
  box.insertAdjacentHTML(
    "afterbegin",
    `${svg}<circle class="track" r="150"/><circle class="bar" r="150" stroke-dasharray="${turn}"/><circle class="tip" r="5" cy="-150"/></svg>`,
  );
  const [bar, tip] = [box.querySelector(".bar"), box.querySelector(".tip")];
  return {
    set(part) {
      bar.style.strokeDashoffset = turn * (1 - part);
      bar.style.opacity = part > 0 ? 1 : 0;
      tip.setAttribute("transform", `rotate(${part * 360})`);
    },
  };
}
