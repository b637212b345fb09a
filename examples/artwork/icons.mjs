// The icons as 512 × 512 SVG with square corners; Gum rounds them when it shows them.

const icon = (body, defs = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><defs>${defs}</defs>${body}</svg>`;

const gradient = (id, from, to) =>
  `<linearGradient id="${id}" x2="0.4" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** A ring drawn like a brush stroke, its width following the pressure. */
function enso({ cx, cy, radius, from, turn, thick }) {
  const outer = [];
  const inner = [];
  for (let i = 0; i <= 120; i++) {
    const part = i / 120;
    const angle = ((from + turn * part) * Math.PI) / 180;
    const press =
      Math.min(1, part * 9) * Math.min(1, (1 - part) * 2.1) ** 0.6 * (0.78 + 0.22 * Math.sin(part * 7));
    const drift = radius + 10 * Math.sin(part * 3.3);
    const half = (thick * press) / 2 + 1.5;
    outer.push([cx + Math.cos(angle) * (drift + half), cy + Math.sin(angle) * (drift + half)]);
    inner.unshift([cx + Math.cos(angle) * (drift - half), cy + Math.sin(angle) * (drift - half)]);
  }
  const points = [...outer, ...inner].map((point) => point.map((n) => n.toFixed(1)).join(" "));
  return `<path d="M${points.join("L")}Z" stroke-linejoin="round"/>`;
}

function arc(radius, from, to) {
  const point = (turn) => {
    const angle = (turn - 0.25) * 2 * Math.PI;
    return `${(256 + Math.cos(angle) * radius).toFixed(1)} ${(256 + Math.sin(angle) * radius).toFixed(1)}`;
  };
  return `M${point(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}`;
}

function tile(x, y, face, layer) {
  return `<g><rect x="${x}" y="${y}" width="188" height="188" rx="46" fill="${layer}"/><path d="M${x} ${y + 46}a46 46 0 0 1 46-46h96a46 46 0 0 1 46 46v106h-188z" fill="${face}"/><rect x="${x + 40}" y="${y + 3}" width="108" height="4" rx="2" fill="#fff" opacity=".45"/></g>`;
}

export const ICONS = {
  inkstone: icon(
    `<rect width="512" height="512" fill="url(#g)"/><g fill="#fff4e6">${enso({ cx: 256, cy: 258, radius: 132, from: -58, turn: 318, thick: 74 })}</g><circle cx="256" cy="262" r="34" fill="#fff4e6"/>`,
    gradient("g", "#ec5f43", "#bb2a17"),
  ),
  kasane: icon(
    `<rect width="512" height="512" fill="url(#g)"/>${tile(92, 90, "#8f86ea", "#5c50bd")}${tile(162, 162, "#f59ab0", "#d8607f")}${tile(232, 234, "#f8d75f", "#dfa820")}`,
    gradient("g", "#33297a", "#15122e"),
  ),
  margin: icon(
    `<rect width="512" height="512" fill="url(#g)"/><rect x="112" y="84" width="288" height="352" rx="38" fill="#b98408" opacity=".35"/><rect x="112" y="76" width="288" height="352" rx="38" fill="#fffdf4"/><path d="M176 76v352M190 76v352" stroke="#e2766c" stroke-width="6"/><g stroke="#2b271c" stroke-width="22" stroke-linecap="round"><path d="M232 170h104"/><path d="M232 236h118M232 302h72" opacity=".38"/></g>`,
    gradient("g", "#fbd667", "#eeb127"),
  ),
  takt: icon(
    `<rect width="512" height="512" fill="url(#g)"/><g fill="none" stroke-linecap="round"><path d="${arc(150, 0.03, 0.22)}" stroke="#c8f031" stroke-width="60"/><path d="${arc(150, 0.28, 0.47)}" stroke="#5d6547" stroke-width="30"/><path d="${arc(150, 0.53, 0.72)}" stroke="#5d6547" stroke-width="30"/><path d="${arc(150, 0.78, 0.97)}" stroke="#5d6547" stroke-width="30"/><path d="M256 256L312 200" stroke="#f4f7ea" stroke-width="26"/></g><circle cx="256" cy="256" r="22" fill="#f4f7ea"/>`,
    gradient("g", "#2b3020", "#11130b"),
  ),
  minuet: icon(
    `<rect width="512" height="512" fill="url(#g)"/><circle cx="256" cy="256" r="146" fill="none" stroke="#ffffff" stroke-opacity=".25" stroke-width="44"/><path d="${arc(146, 0, 0.7)}" fill="none" stroke="#fff" stroke-width="44" stroke-linecap="round"/><circle cx="256" cy="216" r="21" fill="#fff"/><circle cx="256" cy="296" r="21" fill="#fff"/>`,
    gradient("g", "#12a3a3", "#02545c"),
  ),
  headcount: icon(
    `<rect width="512" height="512" fill="url(#g)"/><rect x="112" y="262" width="82" height="138" rx="34" fill="#ffa757"/><rect x="215" y="112" width="82" height="288" rx="34" fill="#fff"/><rect x="318" y="194" width="82" height="206" rx="34" fill="#ff86c1"/>`,
    gradient("g", "#8a5cf6", "#4c1fb4"),
  ),
  sorami: icon(
    `<rect width="512" height="512" fill="url(#g)"/><circle cx="318" cy="186" r="84" fill="#ffd873"/><path d="M150 392a78 78 0 0 1-8-155.6 104 104 0 0 1 199-16.4 87 87 0 0 1 21 172z" fill="#fff"/>`,
    gradient("g", "#63b3f7", "#2464c4"),
  ),
  kago: icon(
    `<rect width="512" height="512" fill="url(#g)"/><path d="M176 216l56-116M336 216l-56-116" stroke="#fdf6d8" stroke-width="30" stroke-linecap="round"/><path d="M92 206h328a18 18 0 0 1 17.700 21.400l-33 164a44 44 0 0 1-43.200 35.600h-211a44 44 0 0 1-43.200-35.600l-33-164a18 18 0 0 1 17.700-21.400z" fill="#fdf6d8"/><path d="M188 316l50 50 90-94" fill="none" stroke="#4c8a14" stroke-width="36" stroke-linecap="round" stroke-linejoin="round"/>`,
    gradient("g", "#8ccb3a", "#2f6a0e"),
  ),
  kaeshi: icon(
    `<rect width="512" height="512" fill="url(#g)"/><path d="M128 0v512M256 0v512M384 0v512M0 128h512M0 256h512M0 384h512" stroke="#8a5a22" stroke-opacity=".42" stroke-width="6"/><ellipse cx="256" cy="420" rx="130" ry="26" fill="#5c3a12" opacity=".32"/><g transform="rotate(-24 256 256)"><ellipse cx="256" cy="276" rx="158" ry="138" fill="#26221f"/><ellipse cx="256" cy="238" rx="158" ry="138" fill="#fdfaf3"/><ellipse cx="236" cy="212" rx="96" ry="74" fill="#fff"/></g>`,
    gradient("g", "#eec07c", "#b57a34"),
  ),
  meguri: icon(
    `<rect width="512" height="512" fill="url(#g)"/><g fill="#fff" opacity=".22"><rect x="96" y="96" width="150" height="150" rx="34"/><rect x="266" y="96" width="150" height="150" rx="34"/><rect x="96" y="266" width="150" height="150" rx="34"/></g><rect x="266" y="266" width="150" height="150" rx="34" fill="#ffe08a"/><g fill="none" stroke="#fff" stroke-width="34" stroke-linecap="round" stroke-linejoin="round"><path d="${arc(96, 0.06, 0.8)}"/></g><path d="M127 214L203 239L184 169Z" fill="#fff" stroke="#fff" stroke-width="14" stroke-linejoin="round"/>`,
    gradient("g", "#3d6be0", "#1b2c86"),
  ),
  warikan: icon(
    `<rect width="512" height="512" fill="url(#g)"/><g transform="rotate(-18 256 256)"><path d="M240 104a152 152 0 0 0 0 304z" fill="#ffe9a8"/><path d="M272 104a152 152 0 0 1 0 304z" fill="#ffc94d"/><path d="M240 148a108 108 0 0 0 0 216" fill="none" stroke="#e0a92e" stroke-width="14"/><path d="M272 148a108 108 0 0 1 0 216" fill="none" stroke="#b97d10" stroke-width="14"/></g>`,
    gradient("g", "#2fa57c", "#0f5c4a"),
  ),
};

/** Name, tagline and colours of the banner: background gradient and text. */
export const BANNERS = {
  inkstone: {
    name: "Inkstone",
    line: ["A sheet of paper,", "always within reach."],
    from: "#f3e9da",
    to: "#e6d5bd",
    ink: "#2a2422",
  },
  kasane: {
    name: "Kasane",
    line: ["Stack equals.", "Watch them become one."],
    from: "#31286f",
    to: "#14112b",
    ink: "#f4f1ff",
  },
  margin: {
    name: "Margin",
    line: ["Notes that keep", "what you scribble."],
    from: "#fbe6a4",
    to: "#f2c24a",
    ink: "#2b2410",
  },
  takt: {
    name: "Takt",
    line: ["A metronome that", "never hurries."],
    from: "#2a2f1f",
    to: "#0f110a",
    ink: "#f1f4e6",
  },
  minuet: {
    name: "Minuet",
    line: ["Timer, stopwatch", "and time to focus."],
    from: "#d5efee",
    to: "#a5d9d7",
    ink: "#08363a",
  },
  headcount: {
    name: "Headcount",
    line: ["Count anything.", "Show everybody."],
    from: "#7a4bea",
    to: "#34128a",
    ink: "#ffffff",
  },
  sorami: {
    name: "Sorami",
    line: ["The sky over", "a place of yours."],
    from: "#cfe6fb",
    to: "#8fc1ef",
    ink: "#0c2745",
  },
  kago: {
    name: "Kago",
    line: ["One shopping list", "for everybody."],
    from: "#e6f0c9",
    to: "#b9d586",
    ink: "#1d2a0c",
  },
  kaeshi: {
    name: "Kaeshi",
    line: ["A board for two.", "Everybody watches."],
    from: "#ecd4a8",
    to: "#cf9f5f",
    ink: "#2d2012",
  },
  meguri: {
    name: "Meguri",
    line: ["Nine tiles, four at", "a time, in few turns."],
    from: "#dfe7ff",
    to: "#a9bdf6",
    ink: "#121d4d",
  },
  warikan: {
    name: "Warikan",
    line: ["Split the bill.", "Settle in few payments."],
    from: "#d3f0e3",
    to: "#93d6ba",
    ink: "#0b3328",
  },
};
