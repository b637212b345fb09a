/** What is said when something of an app fails. */
import { describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

type Told = { problems: string[]; lines: string[] };

/** @returns the problems of a page and the lines of the terminal, once there are so many of both */
async function told(
  files: Record<string, string>,
  least: { problems: number; lines: number },
): Promise<Told> {
  await here.shell.run({ files });
  const now = async (): Promise<Told> => {
    const events = await here.shell.events();
    const lines = events.filter(({ type }) => type === "console").map(({ text }) => String(text));
    return { problems: here.shell.problems(events), lines };
  };
  const isAll = ({ problems, lines }: Told): boolean =>
    problems.length >= least.problems && lines.length >= least.lines;
  await expect.poll(async () => isAll(await now())).toBe(true);
  return now();
}
const html = (script: string, head = ""): string =>
  `<!DOCTYPE html><meta charset="utf-8">${head}<body>page<script>${script}</script>`;

describe("an app that goes on is not said to have failed", () => {
  test("when the browser refuses to play a sound, or breaks it off", async () => {
    const script = `
      const refusals = ["NotAllowedError", "AbortError"].map((name) => new DOMException("play() failed: " + name, name));
      for (const refusal of refusals) Promise.reject(refusal);
      Promise.reject(new DOMException("broken", "DataError"));`;
    const { problems, lines } = await told({ "index.html": html(script) }, { problems: 1, lines: 2 });
    expect(problems).toEqual(["DataError: broken"]);
    expect(lines).toEqual(["play() failed: NotAllowedError", "play() failed: AbortError"]);
  });

  test("when it throws a word to leave the stack, as compiled code does", async () => {
    const script = `
      setTimeout(() => { throw "unwind" });
      setTimeout(() => { throw "The level is missing" });
      Promise.reject("timeout");`;
    const { problems, lines } = await told({ "index.html": html(script) }, { problems: 2, lines: 1 });
    expect(problems.sort()).toEqual(["The level is missing", "timeout"]);
    expect(lines).toEqual(["Uncaught unwind"]);
  });

  test("unless nothing is to be seen of it", async () => {
    const files = { "index.html": `<!DOCTYPE html><body><script>throw "stop"</script>` };
    const { problems } = await told(files, { problems: 1, lines: 0 });
    expect(problems).toEqual(["stop"]);
  });
});

describe("an error has a cause", () => {
  test("what has not loaded is named", async () => {
    const script = `new Promise((_, no) => { const made = document.createElement("script"); made.src = "lib/missing.js?v=1"; made.onerror = no; document.head.append(made) });
      Promise.reject(new Event("closed")); Promise.reject({ message: "told" }); Promise.reject({ code: 5 });`;
    const { problems, lines } = await told({ "index.html": page(script) }, { problems: 4, lines: 1 });
    const origin = /^http:\/\/127\.0\.0\.1:\d+/;
    expect(problems.map((problem) => problem.replace(origin, "")).sort()).toEqual([
      "/lib/missing.js?v=1 could not be loaded",
      'An event "closed" of something',
      "told",
      "{code: 5}",
    ]);
    expect(lines).toContain("/lib/missing.js is not in the package.");
  });

  test("a script of another host is not part of the package", async () => {
    const cdn = `<script src="https://cdn.example.com/lib.js"></script>`;
    const { problems, lines } = await told(
      { "index.html": html("Lib.start()", cdn) },
      { problems: 1, lines: 1 },
    );
    expect(problems).toEqual([
      "ReferenceError: Lib is not defined (cdn.example.com is not part of the package)",
    ]);
    expect(lines).toEqual([
      "cdn.example.com is not part of the package, so https://cdn.example.com/lib.js was not loaded. Put the file into the package: an upload offers to bring it in.",
    ]);
  });
});

describe("source that is not built", () => {
  const typed = `const root: HTMLElement = document.body; root.append("built")`;
  const advice = "Upload the folder that the build makes, such as dist";

  test("is named where the page stays blank", async () => {
    const files = {
      "index.html": `<!DOCTYPE html><body><div id="root"></div><script type="module" src="/src/main.tsx"></script>`,
      "src/main.tsx": typed,
    };
    const { problems } = await told({ ...files }, { problems: 1, lines: 0 });
    expect(problems).toEqual([
      `src/main.tsx is source, which no browser runs. ${advice}, or open it in the playground, which builds it`,
    ]);
    const event = (await here.shell.events()).find(({ type }) => type === "problem");
    expect(event?.problem).toMatchObject({ blank: true });
  });

  test("is named in the error of a classic script, and as a component", async () => {
    const scripts = `<script src="main.ts"></script><script type="module" src="App.vue"></script>`;
    const files = { "index.html": html("", scripts), "main.ts": typed, "App.vue": "<template/>" };
    const { problems } = await told(files, { problems: 2, lines: 0 });
    expect(problems.sort()).toEqual([
      `App.vue is source, which no browser runs. ${advice}`,
      expect.stringMatching(
        /^SyntaxError: .+ \(main\.ts is source, which no browser runs\. .+ which builds it\)$/,
      ),
    ]);
  });

  test("is nothing that a page only reads, as one that builds it itself does", async () => {
    const babel = `<script type="text/babel" src="app.jsx"></script>`;
    const script = `fetch("app.jsx").then((answer) => answer.text()).then((text) => Promise.reject(text))`;
    const files = { "index.html": html(script, babel), "app.jsx": "<p>jsx</p>" };
    const { problems } = await told(files, { problems: 1, lines: 0 });
    expect(problems).toEqual(["<p>jsx</p>"]);
  });
});

describe("threads", () => {
  test("are the cause of errors that name what they need, and of no others", async () => {
    const script = `
      setTimeout(() => new SharedArrayBuffer(1024));
      Promise.reject(new Error("WebAssembly threads are not supported by this browser"));
      Promise.reject("Serve the page with COOP and COEP");
      Promise.reject(new Error("The threads of this forum are gone"));`;
    const { problems } = await told({ "index.html": html(script) }, { problems: 4, lines: 0 });
    const cause = " (no app in a frame has threads, which need SharedArrayBuffer; build it without threads)";
    expect(problems.sort()).toEqual([
      `Error: The threads of this forum are gone`,
      `Error: WebAssembly threads are not supported by this browser${cause}`,
      `ReferenceError: SharedArrayBuffer is not defined${cause}`,
      `Serve the page with COOP and COEP${cause}`,
    ]);
  });
});

describe("WebRTC in an own frame", () => {
  const connect = `try {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:9" }] });
      peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    } catch (error) { parent.postMessage(error.name, "*") }`;
  const inner = `<!DOCTYPE html><body>inner<script>${connect}</script>`;

  /** Chromium ends the process of a \`srcdoc\` that connects under these headers. */
  test.each([
    ["by src", `<iframe src="inner.html"></iframe>`, ""],
    ["by srcdoc", "", `made.srcdoc = html`],
    ["by a blob", "", `made.src = URL.createObjectURL(new Blob([html], { type: "text/html" }))`],
    ["by data", "", `made.src = "data:text/html," + encodeURIComponent(html)`],
    ["by document.write", "", `document.body.append(made); made.contentDocument?.write(html)`],
  ])("does not end the process: %s", async (_, body, fill) => {
    const made = `const html = ${JSON.stringify(inner).replaceAll("</", "<\\/")}; const made = document.createElement("iframe"); ${fill}; document.body.append(made);`;
    const script = `addEventListener("message", ({ data }) => data === "ReferenceError" && result(data)); ${fill && `addEventListener("load", () => { ${made} }, { once: true })`}`;
    await here.shell.run({ files: { "index.html": page(script, { body }), "inner.html": inner } });
    expect(await here.shell.resultsFrom(1)).toEqual(["ReferenceError"]);
    expect(await here.shell.inside("1 + 1")).toBe(2);
  });
});
