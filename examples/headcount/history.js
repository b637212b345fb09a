import { locale } from "./platform.js";

const SHOWN = 40;
const BINS = 28;
const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", second: "2-digit" });
const dated = new Intl.DateTimeFormat(locale, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

export function showHistory({ root, board, total, t }) {
  const $ = (selector) => root.querySelector(selector);
  const { log, items } = board;
  $(".total").textContent = total;
  $(".undo").disabled = "mine" in board ? !board.mine : !log.length;
  $(".nothing").hidden = log.length > 0;
  $(".chart").hidden = log.length < 2;
  if (log.length > 1) $(".chart").innerHTML = chart(log);

  const today = new Date().setHours(0, 0, 0, 0);
  $(".log").replaceChildren(
    ...log
      .slice(-SHOWN)
      .reverse()
      .map((tap) => {
        const item = items.find((each) => each.id === tap.i);
        const line = document.createElement("li");
        line.dataset.color = item?.color ?? 7;
        line.innerHTML = "<i></i><b></b><span></span><time></time>";
        const [, change, name, time] = line.children;
        change.textContent = tap.by > 0 ? `+${tap.by}` : `−${-tap.by}`;
        name.textContent = item?.name || t("untitled");
        time.textContent = (tap.t >= today ? clock : dated).format(tap.t);
        time.dateTime = new Date(tap.t).toISOString();
        return line;
      }),
  );
}

/** A histogram of taps over time. The markup contains only numbers, so it needs no escaping. */
function chart(log) {
  const [from, to] = [log[0].t, log.at(-1).t];
  const bins = Array(BINS).fill(0);
  for (const tap of log) {
    if (tap.by > 0) bins[Math.min(BINS - 1, Math.floor(((tap.t - from) / Math.max(1, to - from)) * BINS))]++;
  }
  const most = Math.max(1, ...bins);
  const bars = bins.map((n, i) => {
    const height = n ? 6 + (n / most) * 50 : 3;
    return `<rect x="${i * 10 + 1}" y="${58 - height}" width="8" height="${height}" rx="3" class="${n ? "" : "none"}"/>`;
  });
  return `<svg viewBox="0 0 ${BINS * 10} 58" preserveAspectRatio="none">${bars.join("")}</svg>`;
}
