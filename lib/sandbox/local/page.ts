/** The page around an app that `gum dev` runs from its folder. It has no account: what the app saves stays in this browser. */
import type { PermissionQuestion } from "@/lib/sandbox/host/permissions";
import { AppRunner } from "@/lib/sandbox/host/runner";
import type { RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";
import type { HostUi } from "@/lib/sandbox/host/host-calls";
import { askToOpen, declineAll, say } from "./bars";

/** What the server says of the folder as it is now. */
interface FolderApp {
  name: string;
  version: string;
  sha256: string;
  bytes: number;
  /** Which folder it is: the port may be that of another one at another time. */
  folder: string;
}

const place = document.getElementById("app")!;
const dark = matchMedia("(prefers-color-scheme: dark)");

let runner: AppRunner | null = null;
/** The state of the folder that runs, and the newest one. */
let running = "";
let latest: FolderApp | null = null;
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
  openLink: askToOpen,
  saveFiles: ({ name }) => ({ answered: Promise.resolve(confirm(`Save ${name}?`)), add: () => {} }),
  pasteText: async () => prompt("Text to paste into the app:"),
  allow: async ({ kind }) => confirm(QUESTIONS[kind]),
  copied: () => {},
};

function onEvent(event: RunnerEvent): void {
  switch (event.type) {
    case "status":
      return onStatus(event.status);
    case "unresponsive":
      return say("notice", event.crashed ? "The app's process has ended." : "The app does not answer.", {
        label: "Restart",
        run: runHere,
      });
    case "responsive":
      return say("notice");
    case "storageFull":
      return say("notice", "The app has no room left to save.", { label: "Close", run: () => {} });
  }
}

function onStatus(status: RunnerStatus): void {
  say("problem");
  say("notice");
  if (status.status !== "running") declineAll();
  if (status.status === "moved")
    say("notice", "The app runs in another tab.", { label: "Run it here", run: runHere });
  if (status.status !== "failed") return;
  running = "";
  say("problem", status.message, { label: "Restart", run: runHere });
}

/** One after another. */
function plan(next: () => Promise<void>): void {
  work = work.then(next).catch((error: unknown) => {
    running = "";
    say("problem", String(error), { label: "Restart", run: runHere });
  });
}

function runHere(): void {
  plan(async () => {
    if (!latest) return;
    if (runner && latest.sha256 === running) await runner.run();
    else await start(latest);
  });
}

async function follow(app: FolderApp): Promise<void> {
  latest = app;
  // Where the app has moved to, it restarts: each of two tabs would take it from the other.
  if (app.sha256 === running || runner?.status.status === "moved") return;
  await start(app);
}

async function start(app: FolderApp): Promise<void> {
  running = app.sha256;
  await runner?.destroy();
  document.title = app.name;
  const id = `folder-${app.folder}`;
  runner = new AppRunner({
    container: place,
    app: { id, name: app.name, version: app.version },
    source: { kind: "url", url: `/folder.gum?${app.sha256}`, sha256: app.sha256, bytes: app.bytes },
    owner: {
      id,
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
  plan(() => follow(app));
};
changes.onerror = () => say("connection", "gum dev has ended.");
changes.onopen = () => say("connection");
