import { event, is, ok } from "./check.js";

export const page = [
  [
    "location has the app's own path",
    () => ok(/^\/(index\.html)?$/.test(location.pathname), location.pathname),
  ],
  [
    "history changes the path, and back changes it back",
    async () => {
      const { pathname } = location;
      history.pushState({ step: 1 }, "", "/levels/3?easy=1#top");
      is([location.pathname, location.search, location.hash], ["/levels/3", "?easy=1", "#top"]);
      history.back();
      await event(window, "popstate");
      is(location.pathname, pathname);
    },
  ],
  [
    "A fragment fires hashchange",
    async () => {
      const changed = event(window, "hashchange");
      location.hash = "hints";
      await changed;
      is(location.hash, "#hints");
      const back = event(window, "hashchange");
      history.back();
      await back;
    },
  ],
  [
    "The page is visible and has a size",
    () => ok(innerWidth > 0 && document.visibilityState === "visible", document.visibilityState),
  ],
  ["requestAnimationFrame runs", () => new Promise(requestAnimationFrame)],
  [
    "A canvas draws with WebGL or says that it cannot",
    () => {
      const gl = document.createElement("canvas").getContext("webgl");
      ok(gl === null || gl.getParameter(gl.VERSION).startsWith("WebGL"), "It says nothing.");
    },
  ],
  [
    "structuredClone, crypto and Intl are the browser's",
    () => {
      is(structuredClone(new Map([[1, 2]])).get(1), 2);
      is(crypto.randomUUID().length, 36);
      is(new Intl.NumberFormat("en").format(1234), "1,234");
    },
  ],
  [
    "crypto.subtle hashes",
    async () => is((await crypto.subtle.digest("SHA-256", new Uint8Array())).byteLength, 32),
  ],
];

/** Pressed by a person, who says what they see. */
export const manual = [
  [
    "Ask",
    "A question appears; yes and no are told apart.",
    async () => ((await gum.confirm("Is this a question?")) ? "Yes" : "No"),
  ],
  [
    "Download",
    "The browser saves hello.txt.",
    () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(["Hello\n"], { type: "text/plain" }));
      link.download = "hello.txt";
      link.click();
      return "Asked";
    },
  ],
  [
    "Copy",
    "The clipboard holds “conformance”.",
    async () => {
      await navigator.clipboard.writeText("conformance");
      return "Copied";
    },
  ],
  [
    "Fullscreen",
    "The app fills the screen; Esc leaves.",
    async () => {
      await document.documentElement.requestFullscreen();
      return "Asked";
    },
  ],
  [
    "Compose",
    "A draft appears with the app attached; nothing is posted by itself.",
    async () => ((await gum.compose({ text: "Conformance" })) ? "Posted" : "Not posted"),
  ],
  [
    "Network",
    "The host asks whether this app may reach api.example.com, and shows the manifest's reason.",
    async () => {
      const answer = await gum.fetch("https://api.example.com/");
      return answer.headers.get("gum-error") ?? String(answer.status);
    },
  ],
];
