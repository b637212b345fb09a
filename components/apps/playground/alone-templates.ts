import type { PlainTemplateName } from "./playground-names";
import { manifest, note, page, STYLE, type TemplateLanguage } from "./template-parts";

type AloneTemplateName = Exclude<PlainTemplateName, "page">;
type Words = (typeof WORDS)["en"];
type Files = Record<string, string>;

const WORDS = {
  en: {
    canvas: { name: "Sparks", description: "Draw with light." },
    game: {
      name: "Catch",
      description: "Catch what falls. Arrow keys, or drag.",
      score: "Score",
      best: "Best",
      kept: "Kept with the app: it is there again on the next start.",
    },
    notes: {
      name: "Scratch",
      description: "A sheet that remembers.",
      label: "Notes",
      placeholder: "Write something…",
      saved: "Saved",
      follows: "What an app keeps here follows its person to every device.",
    },
    module: {
      name: "Modules",
      description: "Files that import one another.",
      world: "world",
      greeting: `"Hello, " + name + "!"`,
      fetched: "Files of the package can be fetched like any other.",
      made: "in the playground",
    },
    typed: {
      name: "To do",
      description: "TypeScript and JSX, built in the playground.",
      elements: "Without a library, JSX makes elements of the document.",
      task: "New task",
      add: "Add",
    },
  },
  ja: {
    canvas: { name: "火花", description: "光で描きます。" },
    game: {
      name: "キャッチ",
      description: "落ちてくるものを受け止めます。矢印キーかドラッグで動かします。",
      score: "スコア",
      best: "ベスト",
      kept: "アプリと一緒に保存され、次に開いたときもあります。",
    },
    notes: {
      name: "メモ",
      description: "書いたことを忘れないメモ帳です。",
      label: "メモ",
      placeholder: "何か書いてみましょう…",
      saved: "保存しました",
      follows: "ここに保存したものは、どの端末でも使えます。",
    },
    module: {
      name: "モジュール",
      description: "ほかのファイルを読み込むファイルです。",
      world: "世界",
      greeting: `"こんにちは、" + name + "！"`,
      fetched: "パッケージのファイルは、ほかのものと同じように fetch できます。",
      made: "プレイグラウンド",
    },
    typed: {
      name: "やること",
      description: "プレイグラウンドでビルドする TypeScript と JSX です。",
      elements: "ライブラリがなければ、JSX はドキュメントの要素を作ります。",
      task: "新しいタスク",
      add: "追加",
    },
  },
};

/** An app for one person; null for a name of another kind. The page that every project begins with is elsewhere. */
export function aloneTemplateFiles(name: string, lang: TemplateLanguage): Files | null {
  return name in MADE ? MADE[name as AloneTemplateName](WORDS[lang], lang) : null;
}

const MADE: Record<AloneTemplateName, (words: Words, lang: TemplateLanguage) => Files> = {
  canvas: ({ canvas: words }, lang) => ({
    "manifest.json": manifest(words.name, words.description, "creativity"),
    "index.html": page(words.name, `    <canvas></canvas>`, { lang }),
    "style.css": `html, body { margin: 0; height: 100%; overflow: hidden; background: #0b0d12; }
canvas { display: block; width: 100%; height: 100%; touch-action: none; }
`,
    "app.js": `const canvas = document.querySelector("canvas");
const pen = canvas.getContext("2d");
const sparks = [];

function fit() {
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  pen.scale(devicePixelRatio, devicePixelRatio);
}
addEventListener("resize", fit);
fit();

canvas.addEventListener("pointermove", (event) => {
  for (let i = 0; i < 3; i++) {
    sparks.push({
      x: event.clientX,
      y: event.clientY,
      dx: (Math.random() - 0.5) * 3,
      dy: (Math.random() - 0.5) * 3,
      life: 1,
      hue: (performance.now() / 12) % 360,
    });
  }
});

function frame() {
  pen.fillStyle = "rgb(11 13 18 / 0.18)";
  pen.fillRect(0, 0, innerWidth, innerHeight);
  for (const spark of sparks) {
    spark.x += spark.dx;
    spark.y += spark.dy;
    spark.life -= 0.016;
    pen.fillStyle = \`hsl(\${spark.hue} 90% 65% / \${Math.max(0, spark.life)})\`;
    pen.beginPath();
    pen.arc(spark.x, spark.y, 3 + spark.life * 4, 0, Math.PI * 2);
    pen.fill();
  }
  while (sparks.length && sparks[0].life <= 0) sparks.shift();
  requestAnimationFrame(frame);
}
frame();
`,
  }),
  game: ({ game: words }, lang) => ({
    "manifest.json": manifest(words.name, words.description, "games"),
    "index.html": page(
      words.name,
      `    <canvas width="360" height="480"></canvas>
    <p>${words.score} <b id="score">0</b> · ${words.best} <b id="best">0</b></p>`,
      { lang },
    ),
    "style.css": `${STYLE}canvas {
  max-width: 100vw;
  max-height: 80dvh;
  border-radius: 16px;
  background: #141a2e;
  touch-action: none;
}
p { margin: 0.5rem; }
`,
    "app.js": `const canvas = document.querySelector("canvas");
const pen = canvas.getContext("2d");
const keys = new Set();
let basket = 180;
let drops = [];
let score = 0;
${note(words.kept, 0)}
let best = Number(localStorage.getItem("best") ?? 0);

addEventListener("keydown", (event) => keys.add(event.key));
addEventListener("keyup", (event) => keys.delete(event.key));
canvas.addEventListener("pointermove", (event) => {
  const box = canvas.getBoundingClientRect();
  basket = ((event.clientX - box.left) / box.width) * canvas.width;
});

function step() {
  if (keys.has("ArrowLeft")) basket -= 6;
  if (keys.has("ArrowRight")) basket += 6;
  basket = Math.max(40, Math.min(canvas.width - 40, basket));
  if (Math.random() < 0.02 + score / 2000) {
    drops.push({ x: 20 + Math.random() * 320, y: -10, speed: 2 + Math.random() * 2 + score / 40 });
  }
  drops = drops.filter((drop) => {
    drop.y += drop.speed;
    if (drop.y > 440 && drop.y < 460 && Math.abs(drop.x - basket) < 46) {
      score += 1;
      return false;
    }
    if (drop.y < 490) return true;
    score = 0;
    return false;
  });
  if (score > best) {
    best = score;
    localStorage.setItem("best", String(best));
  }
}

function draw() {
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#ff7ab6";
  for (const drop of drops) {
    pen.beginPath();
    pen.arc(drop.x, drop.y, 10, 0, Math.PI * 2);
    pen.fill();
  }
  pen.fillStyle = "#4fe3bd";
  pen.beginPath();
  pen.roundRect(basket - 40, 448, 80, 16, 8);
  pen.fill();
  document.querySelector("#score").textContent = score;
  document.querySelector("#best").textContent = best;
}

(function loop() {
  step();
  draw();
  requestAnimationFrame(loop);
})();
`,
  }),
  notes: ({ notes: words }, lang) => ({
    "manifest.json": manifest(words.name, words.description, "productivity"),
    "index.html": page(
      words.name,
      `    <textarea aria-label="${words.label}" placeholder="${words.placeholder}"></textarea>
    <p id="state" role="status"></p>`,
      { lang },
    ),
    "style.css": `:root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
body { margin: 0; height: 100dvh; display: grid; grid-template-rows: 1fr auto; }
textarea { border: 0; outline: 0; resize: none; padding: 1.25rem; font: inherit; background: none; color: inherit; }
p { margin: 0; padding: 0.25rem 1.25rem 0.75rem; font-size: 0.8rem; opacity: 0.7; }
`,
    "app.js": `const sheet = document.querySelector("textarea");
const state = document.querySelector("#state");
let timer;

${note(words.follows, 0)}
sheet.value = localStorage.getItem("text") ?? "";

sheet.addEventListener("input", () => {
  clearTimeout(timer);
  state.textContent = "…";
  timer = setTimeout(() => {
    localStorage.setItem("text", sheet.value);
    state.textContent = "${words.saved}";
  }, 300);
});
`,
  }),
  module: ({ module: words }, lang) => ({
    "manifest.json": manifest(words.name, words.description, "education"),
    "index.html": page(words.name, `    <main></main>`, {
      lang,
      script: `<script type="module" src="main.js"></script>`,
    }),
    "style.css": STYLE,
    "main.js": `import { greet } from "./greet.js";

const main = document.querySelector("main");
main.textContent = greet("${words.world}");

${note(words.fetched, 0)}
const facts = await fetch("facts.json").then((response) => response.json());
console.log("facts", facts);
`,
    "greet.js": `export function greet(name) {
  return ${words.greeting};
}
`,
    "facts.json": `{ "made": "${words.made}" }
`,
  }),
  typed: ({ typed: words }, lang) => ({
    "manifest.json": manifest(words.name, words.description, "productivity"),
    "index.html": page(words.name, `    <div id="app"></div>`, {
      lang,
      script: `<script type="module" src="main.tsx"></script>`,
    }),
    "style.css": `${STYLE}li { cursor: pointer; }
.done { text-decoration: line-through; opacity: 0.6; }
input, button { font: inherit; }
`,
    "main.tsx": `import { load, save, type Task } from "./tasks";

${note(words.elements, 0)}
let tasks: Task[] = await load();

function List() {
  return (
    <ul>
      {tasks.map((task) => (
        <li className={task.done ? "done" : ""} onClick={() => change(() => (task.done = !task.done))}>
          {task.text}
        </li>
      ))}
    </ul>
  );
}

function change(edit: () => void) {
  edit();
  void save(tasks);
  show();
}

function add(event: SubmitEvent) {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const text = String(new FormData(form).get("text") ?? "").trim();
  if (text) change(() => tasks.push({ text, done: false }));
}

function show() {
  document.querySelector("#app")!.replaceChildren(
    <main>
      <h1>${words.name}</h1>
      <form onSubmit={add}>
        <input name="text" aria-label="${words.task}" autocomplete="off" />
        <button>${words.add}</button>
      </form>
      <List />
    </main>,
  );
}

show();
`,
    "tasks.ts": `export interface Task {
  text: string;
  done: boolean;
}

const KEY = "tasks";

export async function load(): Promise<Task[]> {
  return ((await gum.storage.get(KEY)) ?? []) as Task[];
}

export async function save(tasks: Task[]): Promise<void> {
  await gum.storage.set(KEY, tasks);
}
`,
  }),
};
