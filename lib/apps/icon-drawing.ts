/**
 * The icon of an app that has none, drawn from its name. Deterministic, so that the browser's preview and the server draw
 * the same. Shapes only: text would need fonts that a server may not have.
 */
const SIZE = 512;

type Random = () => number;

/** A pseudo-random generator of numbers in [0, 1), seeded with a text (FNV-1a, then mulberry32). */
function randomOf(text: string): Random {
  let state = 0x811c9dc5;
  for (const char of text) state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
const circle = (x: number, y: number, r: number, attributes: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" ${attributes}/>`;

/** The figures, each within the square. */
const FIGURES: ((random: Random, light: string) => string)[] = [
  // Petals around a centre
  (random, light) => {
    const count = 5 + Math.floor(random() * 4);
    const turn = random() * 90;
    const petal = `<ellipse cx="256" cy="150" rx="${round(240 / count + 14)}" ry="96" fill="${light}" fill-opacity=".62"/>`;
    return Array.from(
      { length: count },
      (_, index) => `<g transform="rotate(${round(turn + (index * 360) / count)} 256 256)">${petal}</g>`,
    ).join("");
  },
  // Rings, one open
  (random, light) =>
    [168, 104, 40]
      .map((radius, index) => {
        const length = 2 * Math.PI * radius;
        const open = index === 2 ? 0 : 0.12 + random() * 0.2;
        return circle(
          256,
          256,
          radius,
          `fill="none" stroke="${light}" stroke-opacity="${0.6 + index * 0.18}" stroke-width="42" stroke-linecap="round" stroke-dasharray="${round(length * (1 - open))} ${round(length * open)}" transform="rotate(${round(random() * 360)} 256 256)"`,
        );
      })
      .join(""),
  // A mirrored grid of dots
  (random, light) => {
    const dots: string[] = [];
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 3; column++) {
        const radius = random() < 0.35 ? 12 : 32;
        for (const x of column === 2 ? [256] : [256 - (2 - column) * 76, 256 + (2 - column) * 76]) {
          dots.push(
            circle(
              x,
              256 + (row - 2) * 76,
              radius,
              `fill="${light}" fill-opacity="${radius > 12 ? 0.95 : 0.55}"`,
            ),
          );
        }
      }
    }
    return dots.join("");
  },
  // Hills under a sun
  (random, light) => {
    const sun = circle(170 + random() * 172, 180, 62, `fill="${light}"`);
    const hill = (top: number, opacity: number) => {
      const [a, b] = [top + random() * 60, top + random() * 60];
      return `<path d="M-20 ${round(a)}C120 ${round(a - 110)} 200 ${round(b + 90)} 320 ${round(b)}S480 ${round(a - 60)} 540 ${round(a)}V540H-20Z" fill="${light}" fill-opacity="${opacity}"/>`;
    };
    return sun + hill(300, 0.4) + hill(380, 0.75);
  },
  // Three overlapping discs
  (random, light) => {
    const turn = random() * Math.PI * 2;
    return [0, 1, 2]
      .map((index) => {
        const angle = turn + (index * Math.PI * 2) / 3;
        return circle(
          256 + Math.cos(angle) * 72,
          256 + Math.sin(angle) * 72,
          112,
          `fill="${light}" fill-opacity=".55"`,
        );
      })
      .join("");
  },
  // Bars of a chart or of music
  (random, light) =>
    [0, 1, 2, 3, 4]
      .map((index) => {
        const height = 90 + random() * 230;
        return `<rect x="${108 + index * 62}" y="${round(256 - height / 2)}" width="48" height="${round(height)}" rx="24" fill="${light}" fill-opacity="${index % 2 ? 0.65 : 0.95}"/>`;
      })
      .join(""),
  // Stacked, turned tiles
  (random, light) => {
    const turn = 8 + random() * 24;
    return [0.35, 0.6, 0.95]
      .map((opacity, index) => {
        const side = 280 - index * 74;
        const at = 256 - side / 2;
        return `<rect x="${at}" y="${at}" width="${side}" height="${side}" rx="${side / 4}" fill="${light}" fill-opacity="${opacity}" transform="rotate(${round(turn * (2 - index) * (index % 2 ? -1 : 1))} 256 256)"/>`;
      })
      .join("");
  },
];

/** An SVG document of 512 × 512. */
export function drawAppIcon(name: string): string {
  const random = randomOf(name.normalize("NFKC").trim().toLowerCase());
  const hue = Math.floor(random() * 360);
  const second = (hue + 28 + random() * 40) % 360;
  const figure = FIGURES[Math.floor(random() * FIGURES.length)]!;
  const light = `hsl(${hue} 100% 97%)`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">` +
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">` +
    `<stop stop-color="hsl(${hue} 64% 55%)"/><stop offset="1" stop-color="hsl(${round(second)} 68% 38%)"/>` +
    `</linearGradient></defs><rect width="${SIZE}" height="${SIZE}" fill="url(#g)"/>${figure(random, light)}</svg>`
  );
}
