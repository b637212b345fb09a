/**
 * The pictures of the demo content, drawn here as SVG and encoded like every upload. Each is a pure function of its
 * seed, so that every demo instance shows the same.
 */

/** mulberry32, a deterministic random generator of numbers in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

const vertical = (id: string, stops: [number, string][]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
    .join("")}</linearGradient>`;

/** A closed path of hills: a sum of three sine waves. */
function ridge(random: () => number, width: number, height: number, base: number, swing: number): string {
  const waves = [1.2, 2.7, 6.1].map((frequency, index) => ({
    frequency: frequency * (0.7 + random() * 0.6),
    phase: random() * 6.28,
    swing: (swing * (0.6 + random() * 0.4)) / (index + 1) ** 1.4,
  }));
  const points: string[] = [];
  for (let x = 0; x <= width; x += 12) {
    const t = (x / width) * 6.28;
    const y =
      base +
      waves.reduce((sum, wave) => sum + Math.sin(t * wave.frequency * 0.5 + wave.phase) * wave.swing, 0);
    points.push(`${x},${y.toFixed(1)}`);
  }
  return `M0,${height} L${points.join(" L")} L${width},${height} Z`;
}

/** Layered mountains under a low sun. */
export function mountains(
  seed: number,
  palette: { sky: string[]; sun: string; near: string; far: string },
): string {
  const random = randomFrom(seed);
  const [width, height] = [1600, 1000];
  const sunX = 300 + random() * 1000;
  const layers = Array.from({ length: 6 }, (_, index) => {
    const depth = index / 5;
    const path = ridge(random, width, height, 430 + depth * 420, 110 - depth * 30);
    return `<path d="${path}" fill="${blend(palette.far, palette.near, depth)}"/>`;
  });
  return svg(
    width,
    height,
    `<defs>${vertical(
      "sky",
      palette.sky.map((colour, index) => [index / (palette.sky.length - 1), colour]),
    )}
     <radialGradient id="glow"><stop offset="0" stop-color="${palette.sun}" stop-opacity=".9"/><stop offset="1" stop-color="${palette.sun}" stop-opacity="0"/></radialGradient></defs>
     <rect width="${width}" height="${height}" fill="url(#sky)"/>
     <circle cx="${sunX}" cy="400" r="420" fill="url(#glow)"/><circle cx="${sunX}" cy="400" r="74" fill="${palette.sun}"/>
     ${layers.join("")}`,
  );
}

/** A street of lit windows at night, with a river below that mirrors it. */
export function skyline(seed: number): string {
  const random = randomFrom(seed);
  const [width, height, water] = [1600, 1000, 760];
  let houses = "";
  for (let x = -20; x < width;) {
    const w = 60 + random() * 110;
    const h = 160 + random() * 420;
    houses += `<rect x="${x}" y="${water - h}" width="${w}" height="${h}" fill="${blend("#1b2140", "#2c3566", random())}"/>`;
    for (let row = water - h + 22; row < water - 24; row += 30) {
      for (let column = x + 14; column < x + w - 18; column += 24) {
        if (random() < 0.42) {
          const colour = random() < 0.8 ? "#ffd98a" : "#8fd3ff";
          houses += `<rect x="${column}" y="${row}" width="11" height="15" rx="2" fill="${colour}" opacity="${0.35 + random() * 0.6}"/>`;
        }
      }
    }
    x += w + 4;
  }
  const stars = Array.from(
    { length: 90 },
    () =>
      `<circle cx="${random() * width}" cy="${random() * 420}" r="${0.8 + random() * 1.6}" fill="#fff" opacity="${random() * 0.8}"/>`,
  ).join("");
  return svg(
    width,
    height,
    `<defs>${vertical("sky", [
      [0, "#0b1030"],
      [0.6, "#30306b"],
      [1, "#7c4f86"],
    ])}${vertical("water", [
      [0, "#3a2f63"],
      [1, "#0c1030"],
    ])}</defs>
     <rect width="${width}" height="${height}" fill="url(#sky)"/>${stars}<circle cx="1260" cy="190" r="64" fill="#fff3d6"/>
     <g>${houses}</g><rect y="${water}" width="${width}" height="240" fill="url(#water)"/>
     <g transform="translate(0 ${water * 2}) scale(1 -1)" opacity=".22">${houses}</g>
     ${Array.from({ length: 26 }, () => {
       const y = water + 12 + random() * 220;
       return `<rect x="${random() * width}" y="${y}" width="${80 + random() * 240}" height="3" rx="1.5" fill="#cdb6ff" opacity="${random() * 0.25}"/>`;
     }).join("")}`,
  );
}

/** Waves in bands, in the manner of a print. */
export function waves(seed: number): string {
  const random = randomFrom(seed);
  const [width, height] = [1400, 1400];
  const colours = ["#12355b", "#1b4f7a", "#2a6f97", "#468faf", "#7fb8cf", "#b8dbe4", "#f3efe0"];
  const rows = Array.from({ length: 11 }, (_, row) => {
    const y = 460 + row * 92;
    const shift = random() * 240;
    const arcs = Array.from({ length: 9 }, (_unused, index) => {
      const cx = index * 240 - shift;
      return colours
        .map((colour, ring) => `<circle cx="${cx}" cy="${y + 100}" r="${140 - ring * 19}" fill="${colour}"/>`)
        .join("");
    });
    return arcs.join("");
  });
  return svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="#f6e7cb"/><circle cx="1010" cy="300" r="150" fill="#e4572e"/>${rows.join("")}`,
  );
}

/** A cup on a table by the window. */
export function teaTime(seed: number): string {
  const random = randomFrom(seed);
  const steam = Array.from({ length: 3 }, (_, index) => {
    const x = 700 + index * 70;
    const bend = 30 + random() * 30;
    return `<path d="M${x} 470 c${bend} -50 -${bend} -90 0 -140 s${bend} -80 0 -130" stroke="#fff" stroke-opacity=".5" stroke-width="12" fill="none" stroke-linecap="round"/>`;
  });
  return svg(
    1600,
    1200,
    `<defs>${vertical("wall", [
      [0, "#f2c9a1"],
      [1, "#e9a178"],
    ])}${vertical("cup", [
      [0, "#fdfaf3"],
      [1, "#d9cdb8"],
    ])}</defs>
     <rect width="1600" height="1200" fill="url(#wall)"/>
     <rect x="930" y="90" width="520" height="620" rx="14" fill="#fff5df"/><rect x="960" y="120" width="215" height="560" fill="#9fd0d8"/><rect x="1205" y="120" width="215" height="560" fill="#8fc3cf"/>
     <circle cx="1320" cy="250" r="66" fill="#fff2b8"/><path d="M960 560 q120 -110 215 -30 v150 h-215z" fill="#6fa37a"/><path d="M1205 520 q110 -80 215 30 v130 h-215z" fill="#5d946c"/>
     <rect y="820" width="1600" height="380" fill="#9a5b3c"/><rect y="820" width="1600" height="22" fill="#b87350"/>
     <ellipse cx="770" cy="890" rx="330" ry="56" fill="#6d3d26" opacity=".5"/><ellipse cx="770" cy="868" rx="290" ry="48" fill="#f4ede0"/>
     ${steam.join("")}
     <path d="M560 520 h420 q0 330 -130 340 h-160 q-130 -10 -130 -340z" fill="url(#cup)"/><ellipse cx="770" cy="522" rx="210" ry="44" fill="#c9b79b"/><ellipse cx="770" cy="524" rx="186" ry="35" fill="#7d9a4b"/>
     <path d="M972 570 q150 -10 120 110 q-30 90 -150 70" stroke="#e6dccb" stroke-width="40" fill="none" stroke-linecap="round"/>
     <rect x="180" y="700" width="250" height="130" rx="10" fill="#35507a"/><rect x="200" y="670" width="220" height="36" rx="8" fill="#e0b04a"/><rect x="170" y="636" width="240" height="36" rx="8" fill="#a8433b"/>`,
  );
}

/** Leaves in flat colours. */
export function leaves(seed: number): string {
  const random = randomFrom(seed);
  const colours = ["#0f5132", "#1f7a4d", "#3c9d63", "#7cc08a", "#c7dfa9", "#f1b24a", "#e07a5f"];
  const shapes = Array.from({ length: 64 }, () => {
    const [x, y, turn, size] = [random() * 1400, random() * 1400, random() * 360, 90 + random() * 170];
    const colour = colours[Math.floor(random() * colours.length)]!;
    return `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0 C ${size * 0.5} -${size * 0.55}, ${size * 1.2} -${size * 0.4}, ${size * 1.6} 0 C ${size * 1.2} ${size * 0.4}, ${size * 0.5} ${size * 0.55}, 0 0Z" fill="${colour}"/><path d="M0 0 L${size * 1.5} 0" stroke="#fff" stroke-opacity=".35" stroke-width="4"/></g>`;
  });
  return svg(1400, 1400, `<rect width="1400" height="1400" fill="#123c2c"/>${shapes.join("")}`);
}

/** Quarter circles on a grid. */
export function tiles(seed: number, colours: string[]): string {
  const random = randomFrom(seed);
  const size = 200;
  const pick = () => colours[Math.floor(random() * colours.length)]!;
  let body = "";
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 8; column++) {
      const [x, y] = [column * size, row * size];
      body += `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${pick()}"/>`;
      const corner = Math.floor(random() * 4);
      const [cx, cy] = [x + (corner % 2) * size, y + (corner > 1 ? size : 0)];
      body += `<g><clipPath id="c${row}-${column}"><rect x="${x}" y="${y}" width="${size}" height="${size}"/></clipPath><g clip-path="url(#c${row}-${column})"><circle cx="${cx}" cy="${cy}" r="${size}" fill="${pick()}"/><circle cx="${cx}" cy="${cy}" r="${size * 0.5}" fill="${pick()}"/></g></g>`;
    }
  }
  return svg(1600, 1000, body);
}

export type Portrait = {
  background: [string, string];
  skin: string;
  hair: string;
  shirt: string;
  style: "bob" | "short" | "bun" | "long" | "curly" | "cap";
};

/** A flat portrait for an avatar. */
export function portrait({ background, skin, hair, shirt, style }: Portrait): string {
  const behind: Record<Portrait["style"], string> = {
    bob: `<path d="M140 250 q0 -150 116 -150 t116 150 v70 q-20 20 -50 20 h-132 q-30 0 -50 -20z" fill="${hair}"/>`,
    short: "",
    bun: `<circle cx="256" cy="92" r="50" fill="${hair}"/>`,
    long: `<path d="M128 260 q0 -165 128 -165 t128 165 v190 h-256z" fill="${hair}"/>`,
    curly: [
      [160, 190],
      [176, 130],
      [230, 96],
      [290, 98],
      [340, 136],
      [354, 200],
      [150, 250],
      [362, 256],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="56" fill="${hair}"/>`)
      .join(""),
    cap: "",
  };
  const front: Record<Portrait["style"], string> = {
    bob: `<path d="M162 226 q4 -100 94 -100 t94 100 q-60 -6 -96 -52 q-30 44 -92 52z" fill="${hair}"/>`,
    short: `<path d="M164 220 q-12 -118 92 -118 t92 118 q-14 -50 -50 -62 q-70 22 -108 0 q-20 20 -26 62z" fill="${hair}"/>`,
    bun: `<path d="M164 226 q0 -112 92 -112 t92 112 q-30 -70 -92 -70 t-92 70z" fill="${hair}"/>`,
    long: `<path d="M162 240 q0 -122 94 -122 t94 122 q-20 -60 -70 -80 q-40 60 -118 80z" fill="${hair}"/>`,
    curly: "",
    cap: `<path d="M160 204 q0 -104 96 -104 t96 104z" fill="${hair}"/><rect x="150" y="196" width="250" height="24" rx="12" fill="${hair}"/>`,
  };
  return svg(
    512,
    512,
    `<defs><linearGradient id="b" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${background[0]}"/><stop offset="1" stop-color="${background[1]}"/></linearGradient></defs>
     <rect width="512" height="512" fill="url(#b)"/>${behind[style]}
     <path d="M76 512 q10 -130 120 -140 h120 q110 10 120 140z" fill="${shirt}"/>
     <path d="M216 300 h80 v70 q-40 44 -80 0z" fill="${blend(skin, "#7a4a35", 0.22)}"/>
     <ellipse cx="256" cy="236" rx="92" ry="108" fill="${skin}"/>${front[style]}
     <circle cx="222" cy="248" r="8" fill="#2a2430"/><circle cx="290" cy="248" r="8" fill="#2a2430"/>
     <path d="M226 292 q30 24 60 0" stroke="#2a2430" stroke-width="7" fill="none" stroke-linecap="round"/>`,
  );
}

/** The colour `share` of the way from `from` to `to`; both `#rrggbb`. */
function blend(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
