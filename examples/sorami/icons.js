/** Weather icons as SVG, because not every system has an emoji font. */
const SUN = `<circle cx="12" cy="12" r="4.6" fill="var(--sun)"/><g stroke="var(--sun)" stroke-width="1.8" stroke-linecap="round"><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/></g>`;
const SMALL_SUN = `<circle cx="8.5" cy="8.5" r="3.6" fill="var(--sun)"/><g stroke="var(--sun)" stroke-width="1.5" stroke-linecap="round"><path d="M8.5 1.8v1.3M1.8 8.5h1.3M3.8 3.8l.9.9M13.2 3.8l-.9.9M3.8 13.2l.9-.9"/></g>`;
const cloud = (y) =>
  `<path transform="translate(0 ${y})" d="M7 19a4 4 0 0 1-.4-8A5.6 5.6 0 0 1 17.3 10a4.5 4.5 0 0 1 .7 9z" fill="var(--cloud)"/>`;
const drops = (xs, color = "var(--rain)") =>
  `<g stroke="${color}" stroke-width="1.7" stroke-linecap="round">${xs.map((x) => `<path d="M${x} 18.5l-1 3"/>`).join("")}</g>`;
const DRAWINGS = {
  clear: SUN,
  fair: SMALL_SUN + cloud(1),
  cloudy: cloud(0),
  fog: `${cloud(-4)}<g stroke="var(--cloud)" stroke-width="1.7" stroke-linecap="round"><path d="M5 18h14M7 21h10"/></g>`,
  drizzle: cloud(-3) + drops([10, 15]),
  rain: cloud(-3) + drops([8, 12.5, 17]),
  snow: `${cloud(-3)}<g fill="var(--rain)"><circle cx="8" cy="19.5" r="1.2"/><circle cx="12.5" cy="21.3" r="1.2"/><circle cx="17" cy="19.5" r="1.2"/></g>`,
  showers: SMALL_SUN + cloud(-2) + drops([10, 15]),
  storm: `${cloud(-3)}<path d="M12.5 15l-3 4.5h3l-1.2 3.5 4-5h-3l1.4-3z" fill="var(--sun)"/>`,
};

/** A weather icon with a label for screen readers. */
export function skyIcon(sky, label) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("viewBox", "0 0 24 24");
  element.setAttribute("class", "icon");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  element.innerHTML = DRAWINGS[sky];
  return element;
}
