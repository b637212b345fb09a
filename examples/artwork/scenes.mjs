// The apps' data in their screenshots.

const NOW = Date.parse("2026-03-14T10:30:00+09:00");
const DAY = 86_400_000;
export const MOMENT = NOW;

/** Points in Inkstone's storage format: delta-encoded integers. */
function stroke(tool, color, size, points) {
  let last = [0, 0, 0];
  const numbers = points.flatMap(([x, y, pressure = 0.5]) => {
    const next = [Math.round(x * 4), Math.round(y * 4), Math.round(pressure * 50)];
    const steps = next.map((n, i) => n - last[i]);
    last = next;
    return steps;
  });
  return { t: tool, c: color, s: size, d: numbers.join(" ") };
}

const curve = (steps, at) => Array.from({ length: steps + 1 }, (_, i) => at(i / steps));

function landscape({ w, h }) {
  const u = Math.min(w, h * 0.9) / 100;
  const cx = w / 2;
  const base = h * 0.56;
  const strokes = [];
  const spiral = (x, y, radius) =>
    curve(90, (r) => [x + Math.cos(r * 40) * radius * r, y + Math.sin(r * 40) * radius * r]);
  strokes.push(stroke("marker", "#dd3f28", 9 * (u / 4), spiral(cx + 13 * u, base - 25 * u, 14 * u)));
  const ridge = (x, width, height, press) =>
    curve(60, (r) => {
      const peak = r < 0.46 ? (r / 0.46) ** 1.5 : ((1 - r) / 0.54) ** 1.25;
      return [
        x + width * r,
        base - height * peak + Math.sin(r * 23) * u * 0.5,
        press * (0.55 + 0.45 * Math.sin(r * 3.1)),
      ];
    });
  strokes.push(stroke("brush", "#8d8781", 2.6 * u, ridge(cx - 6 * u, 54 * u, 26 * u, 0.5)));
  strokes.push(stroke("brush", "#23201f", 3.6 * u, ridge(cx - 46 * u, 66 * u, 40 * u, 0.75)));
  for (let line = 0; line < 4; line++) {
    const y = base + (7 + line * 6.5) * u;
    const [from, to] = [-38 + line * 8, 40 - line * 9].map((n) => cx + n * u);
    const wave = (r) => [
      from + (to - from) * r,
      y + Math.sin(r * (17 - line * 3)) * u,
      0.3 + 0.3 * Math.sin(r * 3.1),
    ];
    strokes.push(stroke("brush", line % 2 ? "#1c8f98" : "#2b59c9", (1.7 - line * 0.25) * u, curve(70, wave)));
  }
  for (const [x, y, size] of [
    [-26, -44, 4.5],
    [-17, -49, 3.4],
    [-33, -51, 2.8],
  ]) {
    const wing = (r) => [
      cx + (x + size * (r * 2 - 1)) * u,
      base + (y - size * 0.55 * Math.abs(Math.sin(r * Math.PI * 2)) ** 0.8) * u,
      0.28 + 0.2 * Math.sin(r * 3.1),
    ];
    strokes.push(stroke("brush", "#23201f", 0.9 * u, curve(30, wing)));
  }
  return { v: 1, sheet: { w, h, color: "#f8f1e1", pattern: "plain" }, base: null, strokes };
}

function notes() {
  const note = (id, title, body, pinned, ago) => ({
    id,
    title,
    body,
    pinned,
    createdAt: NOW - ago,
    updatedAt: NOW - ago,
  });
  return [
    note("a", "Kyoto, three days in November", KYOTO, true, 240_000),
    note(
      "b",
      "Reading list",
      "#books\n- The Summer Book\n- Invisible Cities\n- A Pattern Language",
      true,
      4 * DAY,
    ),
    note("c", "Call with Mari", "Budget is fine until June. She sends the contract. #work", false, DAY / 8),
    note("d", "Groceries", "#home\n- [ ] Lemons\n- [ ] Olive oil\n- [ ] Rye flour", false, DAY),
    note("e", "Ideas for the talk", "Start with the broken kettle. #work #ideas", false, 2 * DAY),
    note("f", "Sourdough log", "Day 3: doubled in five hours at 24°, smells of apples.", false, 9 * DAY),
  ];
}
const KYOTO =
  "#travel\n\nArrive **Thursday 16:40**, the inn near Demachiyanagi.\n\n## Not to miss\n- [x] Book the tea house\n- [x] Train seats, left side\n- [ ] The garden before nine\n- [ ] Knife shop in the market\n\n## Eat\n1. Udon by the river\n2. The coffee place with four seats\n\n> Go early. Walk back slowly.";

function poll() {
  const counts = [12, 7, 18, 4];
  const items = ["Noodles", "Pizza", "Curry", "Picnic"].map((name, i) => ({
    id: `i${i}`,
    name,
    color: i,
    count: counts[i],
  }));
  const log = [];
  const left = [...counts];
  for (let tap = 0, turn = 3; tap < 41; tap++) {
    turn = (turn * 7 + 5) % 11;
    let i = turn % 4;
    while (!left[i]) i = (i + 1) % 4;
    left[i]--;
    log.push({
      t: NOW - 600_000 + Math.round(600_000 * Math.sin((tap / 41) * 1.57)),
      i: `i${i}`,
      by: 1,
      n: counts[i] - left[i],
    });
  }
  return { v: 1, openId: "b", boards: [{ id: "b", title: "Where shall we eat on Friday?", items, log }] };
}

/** localStorage for each app, and the actions to perform once it is open. */
const SKIES = [
  "fair",
  "fair",
  "cloudy",
  "drizzle",
  "rain",
  "rain",
  "cloudy",
  "fair",
  "clear",
  "clear",
  "clear",
  "fair",
];
const FORECAST = {
  now: { temperature: 12.4, feels: 11, humidity: 58, wind: 9, sky: "fair" },
  hours: SKIES.map((sky, at) => ({
    time: `2026-03-14T${String(10 + at).padStart(2, "0")}:00`,
    temperature: 12 + Math.sin(at / 3) * 4,
    sky,
    rain: sky === "rain" ? 70 : sky === "drizzle" ? 40 : null,
  })),
  days: ["fair", "rain", "showers", "cloudy", "clear", "clear", "fair"].map((sky, at) => ({
    date: `2026-03-${14 + at}`,
    high: 14 + ((at * 5) % 4),
    low: 5 + ((at * 3) % 4),
    sky,
    rain: sky === "rain" ? 80 : sky === "showers" ? 50 : null,
  })),
};
const HOME = { name: "Kyoto", region: "Kyoto, Japan", latitude: 35.02, longitude: 135.75 };

/** A game of Kaeshi in which it is Black's turn. */
const MOVES = [
  44, 45, 37, 29, 21, 34, 42, 43, 52, 19, 20, 61, 26, 18, 38, 12, 13, 22, 11, 3, 53, 30, 59, 60, 62, 47,
];

export const SCENES = {
  sorami: {
    storage: () => ({
      "sorami.place": HOME,
      "sorami.forecast": { place: HOME, forecast: FORECAST, time: NOW },
    }),
  },
  kago: {
    storage: () => ({
      "kago.list": {
        items: ["Tomatoes", "Rice, 5 kg", "Miso", "Green tea", "Eggs", "Milk", "Bananas"].map((name, at) => ({
          id: `i${at}`,
          value: { name },
        })),
        got: ["i4", "i5"].map((value, at) => ({ id: `g${at}`, value })),
      },
      "kago.often": { Bread: 9, Yoghurt: 7, Tofu: 6, Apples: 4 },
    }),
  },
  kaeshi: {
    storage: () => ({ "kaeshi.game": { v: 1, moves: MOVES, mine: 0, level: "steady" } }),
  },
  meguri: {
    storage: () => ({}),
    capabilities: ["scores"],
    values: { best: 14 },
    answers: {
      scoreTop: {
        entries: [
          { rank: 1, name: "Sora", value: 21, me: false },
          { rank: 2, name: "", value: 17, me: false },
          { rank: 3, name: "Mika", value: 14, me: true },
          { rank: 4, name: "Ren", value: 12, me: false },
        ],
        mine: null,
        verified: true,
      },
    },
  },
  warikan: {
    storage: () => ({}),
    values: {
      book: {
        people: ["Mika", "Ren", "Sora", "Theo"],
        payments: [
          { name: "Mika", what: "Ryokan", amount: 6240000 },
          { name: "Ren", what: "Train", amount: 2184000 },
          { name: "Sora", what: "Okonomiyaki", amount: 960000 },
        ],
      },
    },
  },
  inkstone: {
    storage: ({ width, height }) => ({
      "inkstone.picture": landscape(
        width < 600 ? { w: width - 24, h: height - 215 } : { w: width - 132, h: height - 88 },
      ),
      "inkstone.choice": { tool: "brush", color: "#dd3f28", size: 8 },
    }),
  },
  kasane: {
    storage: () => ({
      "kasane.sound": false,
      "kasane.best": { falling: 15320 },
      "kasane.game": {
        v: 1,
        mode: "falling",
        board: [
          [64, 8, 2],
          [256, 32, 16, 4],
          [512, 128, 8],
          [16, 4],
          [2048, 1024, 64, 2],
        ],
        score: 12480,
        bestBefore: 15320,
        landings: 20,
        next: 8,
        tile: { value: 4, column: 3, height: 5.1 },
        phase: "paused",
      },
    }),
    after: async (page) => {
      await page.locator("#go").click();
      await page.waitForTimeout(250);
    },
  },
  margin: {
    storage: () => ({ "margin.notes": { v: 1, notes: notes() }, "margin.open": "a" }),
    after: async (page) => {
      if (page.viewportSize().width < 760) await page.locator(".row").first().click();
      await page.locator("[name=mode][value=read]").check();
      await page.waitForTimeout(350);
    },
  },
  takt: {
    storage: () => ({
      "takt.settings": {
        bpm: 144,
        levels: [2, 1, 1, 2, 1],
        sub: "eighth",
        sound: "wood",
        trainer: { on: true, step: 4, bars: 8, goal: 160 },
      },
      "takt.songs": [
        { name: "Slow one in three", bpm: 66, levels: [2, 1, 1], sub: "quarter" },
        { name: "Opening, fast part", bpm: 144, levels: [2, 1, 1, 2, 1], sub: "eighth" },
      ],
    }),
    after: async (page) => {
      await page.locator("#play").click();
      await page.waitForTimeout(620);
    },
  },
  minuet: {
    clock: true,
    storage: () => ({
      "minuet.timer": {
        countdown: { length: 540_000, endsAt: NOW + 398_000, left: null },
        label: "Pasta",
        base: 540_000,
        recent: [1500, 75],
        done: null,
      },
      "minuet.mode": "timer",
    }),
  },
  headcount: { storage: () => ({ "headcount.boards": poll() }) },
};
