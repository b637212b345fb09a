/**
 * The page's side of a QuickJS run: starts the worker, renders its trees and pings it.
 *
 * Trust model: the worker may stop responding (its engine thrashes near its memory limit or loops in native
 * code), so it is terminated after too many missed pings.
 */
import WORKER from "gum:quickjs-worker";
import type {
  FromWorker,
  GumCall,
  QuickjsHost,
  QuickjsAddOn,
  ToWorker,
  UiNode,
} from "@/lib/sandbox/protocol/quickjs";
import { STYLE } from "./style";
import { View } from "./view";

const PING_MS = 1_000;
/** Missed pings before the worker is terminated. An app's first turn may take longer than any other. */
const UNANSWERED_MAX = 5;
const STATE_MS = 300;
const TEXT_FILE = /\.(?:m?js|json|txt|csv|md|svg|xml|html|tsv|yaml|yml|toml)$/i;

// The native versions: the page's own are patched for the app's package.
const NativeWorker = Worker;
const appConsole = globalThis.console;
const createObjectURL = URL.createObjectURL.bind(URL);
const revokeObjectURL = URL.revokeObjectURL.bind(URL);

const addOn: QuickjsAddOn = { run, style: STYLE };
(globalThis as { __gumPart?: QuickjsAddOn }).__gumPart = addOn;

function run(host: QuickjsHost): ReturnType<QuickjsAddOn["run"]> {
  const address = createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const worker = new NativeWorker(address);
  revokeObjectURL(address);
  const send = (message: ToWorker): void => worker.postMessage(message);
  const view = new View({
    root: document.getElementById("app")!,
    urlOf: host.urlOf,
    send: (handler, ...args) => send({ type: "event", handler, args: JSON.stringify(args) }),
  });
  const states = new Map<number, (json: string | null) => void>();
  let lastRequest = 0;
  let unanswered = 0;
  let listensToKeys = false;
  let terminated = false;

  const terminate = (message: string): void => {
    if (terminated) return;
    terminated = true;
    worker.terminate();
    clearInterval(watchdog);
    host.memory(null);
    for (const resolve of states.values()) resolve(null);
    host.problem({ message, stack: "", fatal: true });
  };
  const watchdog = setInterval(() => {
    if (document.hidden) return;
    if (unanswered >= UNANSWERED_MAX) return terminate("The script took too long and was stopped.");
    unanswered += 1;
    send({ type: "ping" });
  }, PING_MS);

  worker.onerror = (event) => terminate(event.message || "The app could not be started.");
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case "render":
        listensToKeys = data.keys;
        if (data.tree) renderSafely(view, data.tree, host);
        return;
      case "wantFrame":
        requestAnimationFrame(() => send({ type: "frame" }));
        return;
      case "call":
        void answerCall(host, data).then((outcome) => send({ type: "settle", call: data.call, ...outcome }));
        return;
      case "console":
        appConsole[data.level](data.text);
        return;
      case "problem":
        return host.problem(data);
      case "state":
        states.get(data.ask)?.(data.json);
        states.delete(data.ask);
        return;
      case "pong":
        unanswered = 0;
        return host.memory(data.usedBytes);
    }
  };
  const onKey = (event: KeyboardEvent, down: boolean): void => {
    if (!listensToKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest("input,textarea,select")) return;
    if (down && /^(?:Arrow|Page|Home|End| )/.test(event.key)) event.preventDefault();
    if (!event.repeat || down) send({ type: "key", key: event.key, down });
  };
  document.addEventListener("keydown", (event) => onKey(event, true));
  document.addEventListener("keyup", (event) => onKey(event, false));

  const files = [...host.fileNames()].filter((name) => TEXT_FILE.test(name) || name === host.entry);
  send({
    type: "start",
    ...host.setup,
    entry: host.entry,
    facts: host.facts,
    files: files.map((name) => [name, host.textOf(name)]),
  });
  return {
    setFacts: (facts) => {
      send({ type: "facts", ...facts });
      view.redraw();
    },
    state: () =>
      new Promise((resolve) => {
        if (terminated) return resolve(null);
        const ask = ++lastRequest;
        states.set(ask, resolve);
        setTimeout(() => {
          if (states.delete(ask)) resolve(null);
        }, STATE_MS);
        send({ type: "state", ask });
      }),
  };
}

/** An invalid tree is reported as an error of the app. */
function renderSafely(view: View, tree: UiNode, host: QuickjsHost): void {
  try {
    view.render(tree);
  } catch (error) {
    const message = `ui.render: ${error instanceof Error ? error.message : String(error)}`;
    host.problem({ message, stack: "", fatal: false });
  }
}

async function answerCall(
  host: QuickjsHost,
  { name, args, call, log }: Extract<FromWorker, { type: "call" }>,
): Promise<{ ok: boolean; value: string }> {
  try {
    const proof = log === null ? null : { call, log };
    const value = await host.call(name as GumCall, JSON.parse(args) as unknown[], proof);
    return { ok: true, value: value === undefined ? "" : JSON.stringify(value) };
  } catch (error) {
    const { code = "failed", name: kind, message } = error as Error & { code?: string | number };
    return { ok: false, value: JSON.stringify({ code: typeof code === "string" ? code : kind, message }) };
  }
}
