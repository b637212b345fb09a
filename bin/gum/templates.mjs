const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const manifest = (name, more = {}) =>
  json({ name, version: "1.0.0", entry: { html: "index.html" }, license: "MIT", ...more });

const page = (name, body, script = "app.js") => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(name)}</title>
    <link rel="stylesheet" href="app.css" />
  </head>
  <body>
${body}
    <script type="module" src="${script}"></script>
  </body>
</html>
`;

const STYLE = `:root {
  color-scheme: light dark;
  font-family: system-ui, sans-serif;
}
body {
  display: grid;
  min-height: 100dvh;
  margin: 0;
  place-content: center;
  justify-items: center;
  gap: 1rem;
}
button {
  min-height: 44px;
  padding: 0 1.25rem;
  font: inherit;
}
`;

const QUICKJS = `let count = (await gum.storage.get("count")) ?? 0;

function draw() {
  ui.render(ui.column(ui.text(count, { size: "huge" }), ui.button("Count", more, { primary: true })));
}

async function more() {
  count += 1;
  draw();
  await gum.storage.set("count", count);
}

draw();
`;

const TYPESCRIPT = `// "npm install" once; then pack, check, publish and dev build this file, as the playground does.
// JSX: rename it to main.tsx, here and in index.html. Without a library, <p>Hello</p> makes an element of the document.
const output = document.querySelector("output")!;
const button = document.querySelector("button")!;

function show(count: number): void {
  output.value = String(count);
}

let count = Number(localStorage.getItem("count") ?? 0);
show(count);
button.addEventListener("click", () => {
  count += 1;
  localStorage.setItem("count", String(count));
  show(count);
});
`;

const DOM_JSX_TYPES = `/** What JSX makes without a library, for the editor. */
declare module "gum-dom/jsx-runtime" {
  export namespace JSX {
    type Element = Node;
    interface ElementChildrenAttribute {
      children: unknown;
    }
    interface IntrinsicElements {
      [name: string]: { [handler: \`on\${string}\`]: (event: any) => void; [attribute: string]: any };
    }
  }
  export function jsx(type: unknown, props: unknown): Node;
  export { jsx as jsxs };
  export function Fragment(props: { children?: unknown }): Node;
}
`;

/** The files that `gum init` writes, by name. */
export const TEMPLATES = {
  page: (name) => ({
    "manifest.json": manifest(name),
    "index.html": page(name, `    <output>0</output>\n    <button>Count</button>`),
    "app.css": STYLE,
    "app.js": `// What localStorage holds follows the person to their other devices.
const output = document.querySelector("output");
output.value = localStorage.count ?? 0;
document.querySelector("button").addEventListener("click", () => {
  localStorage.count = Number(localStorage.count ?? 0) + 1;
  output.value = localStorage.count;
});
`,
  }),

  canvas: (name) => ({
    "manifest.json": manifest(name, { category: "games" }),
    "index.html": page(name, `    <canvas></canvas>`),
    "app.css": `:root {
  color-scheme: light dark;
}
body {
  margin: 0;
}
canvas {
  display: block;
  width: 100vw;
  height: 100dvh;
  touch-action: none;
}
`,
    "app.js": `const canvas = document.querySelector("canvas");
const context = canvas.getContext("2d");
const ball = { x: 60, y: 60, dx: 140, dy: 110, radius: 20 };

function fit() {
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
}
addEventListener("resize", fit);
fit();

canvas.addEventListener("pointerdown", ({ clientX, clientY }) => Object.assign(ball, { x: clientX, y: clientY }));

let last = performance.now();
function frame(now) {
  const seconds = Math.min(now - last, 50) / 1000;
  last = now;
  ball.x += ball.dx * seconds;
  ball.y += ball.dy * seconds;
  if (ball.x < ball.radius || ball.x > innerWidth - ball.radius) ball.dx *= -1;
  if (ball.y < ball.radius || ball.y > innerHeight - ball.radius) ball.dy *= -1;
  ball.x = Math.min(Math.max(ball.x, ball.radius), innerWidth - ball.radius);
  ball.y = Math.min(Math.max(ball.y, ball.radius), innerHeight - ball.radius);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, innerWidth, innerHeight);
  context.fillStyle = "#e0457b";
  context.beginPath();
  context.arc(ball.x, ball.y, ball.radius, 0, 2 * Math.PI);
  context.fill();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
`,
  }),

  room: (name) => ({
    "manifest.json": manifest(name, { category: "social", room: true }),
    "index.html": page(name, `    <output>0</output>\n    <button>Count together</button>`),
    "app.css": STYLE,
    "app.js": `// In a post, gum.shared is one map for everybody who sees it; where the app runs alone, it is the person's own.
const output = document.querySelector("output");
const show = () => (output.value = gum.shared.get("count") ?? 0);
gum.shared.on("*", show);
document.querySelector("button").addEventListener("click", () => gum.shared.increment("count"));
show();
`,
  }),

  typescript: (name) => ({
    "manifest.json": manifest(name),
    "index.html": page(name, `    <output>0</output>\n    <button>Count</button>`, "main.ts"),
    "app.css": STYLE,
    "main.ts": TYPESCRIPT,
    "gum-dom.d.ts": DOM_JSX_TYPES,
    "tsconfig.json": json({
      compilerOptions: {
        target: "es2022",
        module: "esnext",
        moduleResolution: "bundler",
        lib: ["es2022", "dom", "dom.iterable"],
        strict: true,
        noEmit: true,
        jsx: "react-jsx",
        jsxImportSource: "gum-dom",
      },
    }),
    "package.json": json({
      private: true,
      scripts: {
        build: "esbuild main.ts --bundle --format=esm --target=es2022 --outfile=main.js",
        types: "tsc",
      },
      devDependencies: { esbuild: "^0.28.2", typescript: "^5.9.0" },
    }),
  }),

  quickjs: (name) => ({
    "manifest.json": manifest(name, { entry: { module: "main.js" }, runtime_target: "quickjs" }),
    "main.js": QUICKJS,
  }),
};
