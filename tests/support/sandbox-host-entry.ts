/** The host of the stage: no interface of its own, answers to dialogs are set by the test. */
export const HOST_ENTRY = `
import { AppRunner } from "@/lib/sandbox/host/runner";
import { manifestSchema } from "@/lib/package/manifest-contract";
import { warmUp } from "@/lib/sandbox/host/spare-frame";
const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const stage: any = { events: [], runner: null, dialogs: [], answers: {}, saved: [], egress: [], grants: { hosts: [], profile: false }, leaksAccepted: false, shortcutsGranted: false, warmUp };
const ask = (kind: string, message: string, fallback: unknown) => {
  stage.dialogs.push({ kind, message });
  return new Promise((resolve) => setTimeout(() => resolve(kind in stage.answers ? stage.answers[kind] : fallback), 20));
};
const runnerOf = (app: any, container: HTMLElement, onEvent: (event: any) => void) => {
  const manifest = manifestSchema.parse({ name: "Test", entry: { html: "index.html" }, ...app.manifest });
  return new AppRunner({
    container,
    app: { id: app.id ?? "test", name: manifest.name, version: manifest.version },
    source: app.packed ? { kind: "url", ...app.packed } : { kind: "files", files: new Map(app.files.map(([name, content]: [string, string]) => [name, bytes(content)])), manifest },
    owner: { id: app.id ?? "test", keep: app.keep ?? "memory", url: "/storage/" + (app.id ?? "test"), onStorageNews: () => () => {} },
    ui: {
      alert: (message) => ask("alert", message, undefined) as Promise<void>,
      confirm: (message) => ask("confirm", message, false) as Promise<boolean>,
      prompt: (message) => ask("prompt", message, null) as Promise<string | null>,
      openLink: (url) => ask("openLink", url.href, false) as Promise<boolean>,
      saveFiles: ({ name }) => ({ answered: ask("saveFiles", name, true) as Promise<boolean>, add: (file) => void stage.dialogs.push({ kind: "addFile", message: file.name }) }),
      pasteText: () => ask("pasteText", "", null) as Promise<string | null>,
      allow: ({ kind }) => ask("allow", kind, false) as Promise<boolean>,
      copied: () => void stage.dialogs.push({ kind: "copied", message: "" }),
    },
    services: {
      compose: null,
      egress: app.wired
        ? async ({ req_id, url, method, body }) => {
            stage.egress.push({ url, method });
            if (!stage.grants.hosts.includes(new URL(url).hostname)) throw Object.assign(new Error("Not allowed."), { status: 403, code: "consent_required" });
            return { req_id, status: 200, statusText: "OK", headers: [["content-type", "application/json"]], body: JSON.stringify({ url, method, body: body && atob(body) }), bodyEncoding: "text", error: null };
          }
        : null,
      permissions: { read: async () => ({ ...stage.grants }), write: async (change) => (stage.grants = { ...stage.grants, ...change }) },
      profile: app.wired ? async () => ({ name: "Ada", picture: new Blob(["x"], { type: "image/png" }) }) : null,
    },
    leaks: { accepted: () => stage.leaksAccepted, accept: () => void (stage.leaksAccepted = true) },
    shortcuts: { shell: () => [{ code: "KeyK", ctrlKey: true }, { key: "?", ctrlKey: true }], granted: () => stage.shortcutsGranted, grant: () => void (stage.shortcutsGranted = true) },
    theme: () => "dark",
    locale: () => "en",
    restored: app.restored ?? null,
    onEvent,
  });
};
const isSettled = (event: any) => event.type === "loaded" || (event.type === "status" && event.status.status === "failed");
stage.run = async (app: any) => {
  await stage.runner?.destroy();
  stage.events = [];
  stage.dialogs = [];
  stage.runner = runnerOf(app, document.getElementById("place")!, (event) => stage.events.push(event));
  await stage.runner.run();
};
stage.runTogether = async (apps: any[], waitMs: number) => {
  const settled = apps.map((app) => {
    const place = document.createElement("div");
    place.className = "together";
    document.getElementById("place")!.append(place);
    return new Promise<void>((resolve) => void runnerOf(app, place, (event) => isSettled(event) && resolve()).run());
  });
  await Promise.race([Promise.all(settled), new Promise((resolve) => setTimeout(resolve, waitMs))]);
};
stage.settled = () => stage.events.some(isSettled);
(window as any).stage = stage;
`;
