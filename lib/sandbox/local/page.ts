/** The page around an app that `gum dev` runs from its folder. It has no account: what the app saves stays in this browser. */
import type { PermissionQuestion } from "@/lib/sandbox/host/permissions";
import { AppRunner } from "@/lib/sandbox/host/runner";
import type { RunnerEvent } from "@/lib/sandbox/host/runner-events";
import type { HostUi } from "@/lib/sandbox/host/host-calls";

/** What the server says of the folder as it is now. */
interface FolderApp {
  name: string;
  version: string;
  sha256: string;
  bytes: number;
}

const place = document.getElementById("app")!;
const problem = document.getElementById("problem")!;
const dark = matchMedia("(prefers-color-scheme: dark)");

let runner: AppRunner | null = null;
let running = "";
let work: Promise<void> = Promise.resolve();

const QUESTIONS: Record<PermissionQuestion["kind"], string> = {
  network: "The app wants to reach the hosts of its manifest.",
  profile: "The app wants to know who you are.",
  shortcuts: "The app wants the keys of the page around it.",
  leaks: "This browser does not enforce all of the frame's rules.",
};

const ui: HostUi = {
  alert: async (message) => alert(message),
  confirm: async (message) => confirm(message),
  prompt: async (message, value) => prompt(message, value),
  openLink: async ({ href }) => confirm(`Open ${href}?`),
  saveFiles: ({ name }) => ({ answered: Promise.resolve(confirm(`Save ${name}?`)), add: () => {} }),
  pasteText: async () => prompt("Text to paste into the app:"),
  allow: async ({ kind }) => confirm(QUESTIONS[kind]),
  copied: () => {},
};

function onEvent(event: RunnerEvent): void {
  if (event.type !== "status") return;
  problem.textContent = event.status.status === "failed" ? event.status.message : "";
}

async function start(app: FolderApp): Promise<void> {
  if (app.sha256 === running) return;
  running = app.sha256;
  await runner?.destroy();
  document.title = app.name;
  runner = new AppRunner({
    container: place,
    app: { id: "folder", name: app.name, version: app.version },
    source: { kind: "url", url: `/folder.gum?${app.sha256}`, sha256: app.sha256, bytes: app.bytes },
    owner: {
      id: "folder",
      keep: "browser",
      run: "",
      url: "",
      onStorageNews: () => () => {},
      copy: null,
      device: null,
    },
    ui,
    services: {},
    // It is the developer's own app.
    leaks: { accepted: () => true, accept: () => {} },
    shortcuts: { shell: () => [], granted: () => false, grant: () => {} },
    theme: () => (dark.matches ? "dark" : "light"),
    locale: () => navigator.language,
    joinRoom: null,
    loadMoment: null,
    isFresh: true,
    address: null,
    restored: null,
    hasTrees: false,
    onEvent,
  });
  await runner.run();
}

const changes = new EventSource("/changes");
changes.onmessage = ({ data }: MessageEvent<string>) => {
  const app = JSON.parse(data) as FolderApp;
  work = work
    .then(() => start(app))
    .catch((error: unknown) => {
      problem.textContent = String(error);
    });
};
changes.onerror = () => {
  problem.textContent = "gum dev has ended.";
};
changes.onopen = () => {
  problem.textContent = "";
};
