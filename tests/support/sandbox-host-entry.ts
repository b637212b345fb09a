/** The host of the stage: no interface of its own, answers to dialogs are set by the test. */
export const HOST_ENTRY = `
import { CallRefused } from "@/lib/sandbox/host/host-calls";
import { CardSender } from "@/lib/sandbox/host/card-sender";
import { openDeviceRun } from "@/lib/browser/device-run";
import { AppRunner } from "@/lib/sandbox/host/runner";
import { manifestSchema } from "@/lib/package/manifest-contract";
import { warmUp } from "@/lib/sandbox/host/spare-frame";
const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const stage: any = { events: [], runner: null, dialogs: [], answers: {}, saved: [], cards: [], moments: [], notices: [], egress: [], grants: { hosts: [], profile: false }, leaksAccepted: false, shortcutsGranted: false, warmUp };
const ask = (kind: string, message: string, fallback: unknown) => {
  stage.dialogs.push({ kind, message });
  return new Promise((resolve) => setTimeout(() => resolve(kind in stage.answers ? stage.answers[kind] : fallback), 20));
};
const cardService = () => {
  const sender = new CardSender(async (card) => {
    if (stage.answers.card) throw new CallRefused(stage.answers.card, "Refused.");
    stage.cards.push(card && { ...card, image: card.image && [card.image.type, card.image.size] });
  });
  return (card: any) => sender.set(card);
};
// A room as the server keeps it: ordered, with the author from whoever is connected.
const rooms = new Map<string, any>();
const roomOf = (id: string) => {
  const known = rooms.get(id);
  if (known) return known;
  const refusal = (code: string) => Object.assign(new Error(code), { code });
  const room: any = { id, log: [], snapshot: null, links: new Set(), sent: [], channel: [], unsent: [], isClosed: false, held: null };
  const all = (news: any, but?: any) => { for (const link of room.links) if (link !== but) for (const listener of link.listeners) listener(news); };
  const last = () => room.log.at(-1)?.serial ?? room.snapshot?.serial ?? 0;
  room.append = (from: string, content: any) => {
    const update = { ...content, serial: last() + 1, from, at: new Date(0).toISOString() };
    room.log.push(update);
    room.sent.push({ from, ...content });
    all({ type: "updates", updates: [update] });
    return { serial: update.serial };
  };
  room.hear = (from: string, messages: string[]) => all({ type: "channel", from, messages });
  room.people = [{ address: "me", name: "Ada", isOwner: true }, { address: "you", name: "", isOwner: false }];
  room.setStatus = (isClosed: boolean, refused: string | null) => { room.isClosed = isClosed; all({ type: "status", people: room.people.length, isClosed, refused }); };
  room.compact = (serial: number, state: string) => { room.past = { snapshot: room.snapshot, updates: room.log.filter((update: any) => update.serial <= serial) }; room.snapshot = { serial, state }; room.log = room.log.filter((update: any) => update.serial > serial); };
  room.settle = (key: string, serial: number | null, code = "") => { room.unsent = room.unsent.filter((one: any) => one.key !== key); all({ type: "settled", key, serial, code, message: code }); };
  room.join = (me: string) => {
    const link: any = { id, me, sendIntervalMs: 1000, payloadMaxBytes: 131072, listeners: new Set() };
    room.links.add(link);
    return Object.assign(link, {
      unsent: async () => [...room.unsent],
      start: () => ({ snapshot: room.snapshot, updates: [...room.log], head: last(), people: room.people.length, isClosed: room.isClosed, refused: null }),
      subscribe: (listener: any) => { link.listeners.add(listener); return () => void link.listeners.delete(listener); },
      send: async (content: any) => { await room.held; if (room.isClosed) throw refusal("room_closed"); return room.append(me, content); },
      putSnapshot: async ({ serial, state }: any) => { if (serial > last()) throw refusal("validation_error"); room.compact(serial, state); all({ type: "snapshot", snapshot: room.snapshot }); },
      history: async () => room.past,
      name: "Ada",
      members: async (which: any) => typeof which === "number" ? room.people.slice(which, which + 100) : room.people.filter(({ address }: any) => which.includes(address)),
      sendToChannel: (message: string) => { room.channel.push(message); all({ type: "channel", from: me, messages: [message] }, link); },
      close: () => void room.links.delete(link),
    });
  };
  rooms.set(id, room);
  return room;
};
stage.room = roomOf;
const runnerOf = (app: any, container: HTMLElement, onEvent: (event: any) => void) => {
  const manifest = manifestSchema.parse({ name: "Test", entry: { html: "index.html" }, ...app.manifest });
  return new AppRunner({
    container,
    app: { id: app.id ?? "test", name: manifest.name, version: manifest.version },
    source: app.packed ? { kind: "url", ...app.packed } : { kind: "files", files: new Map(app.files.map(([name, content]: [string, string]) => [name, bytes(content)])), manifest },
    owner: { id: app.id ?? "test", keep: app.keep ?? "memory", run: "", url: "/storage/" + (app.id ?? "test"), onStorageNews: () => () => {}, copy: null, device: app.deviceBytes ? { open: () => openDeviceRun({ userId: "guest", appId: app.id ?? "test" }, app.deviceBytes) } : null },
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
      compose: app.shares
        ? async ({ image, ...draft }) => {
            stage.moments.push({ ...draft, image: image && [image.type, image.size] });
            return true;
          }
        : null,
      share: app.shares
        ? async ({ image, ...moment }) => {
            stage.moments.push({ ...moment, image: image && [image.type, image.size] });
            return true;
          }
        : null,
      egress: app.wired
        ? async ({ req_id, url, method, body }) => {
            stage.egress.push({ url, method });
            if (!stage.grants.hosts.includes(new URL(url).hostname)) throw Object.assign(new Error("Not allowed."), { status: 403, code: "consent_required" });
            return { req_id, status: 200, statusText: "OK", headers: [["content-type", "application/json"]], body: JSON.stringify({ url, method, body: body && atob(body) }), bodyEncoding: "text", error: null };
          }
        : null,
      permissions: { read: async () => ({ ...stage.grants }), write: async (change) => (stage.grants = { ...stage.grants, ...change }) },
      card: app.showsCards ? cardService() : null,
      notify: app.notifies
        ? async (notice) => {
            if (stage.answers.notify) throw new CallRefused(stage.answers.notify, "Refused.");
            stage.notices.push(notice);
          }
        : null,
      profile: app.wired ? async () => ({ name: "Ada", picture: new Blob(["x"], { type: "image/png" }) }) : null,
    },
    leaks: { accepted: () => stage.leaksAccepted, accept: () => void (stage.leaksAccepted = true) },
    shortcuts: { shell: () => [{ code: "KeyK", ctrlKey: true }, { key: "?", ctrlKey: true }], granted: () => stage.shortcutsGranted, grant: () => void (stage.shortcutsGranted = true) },
    joinRoom: app.room ? async () => roomOf(app.room).join("me") : null,
    theme: () => "dark",
    locale: () => "en",
    address: app.address ?? null,
    loadMoment: app.moment
      ? async () => {
          if (stage.answers.moment) throw Object.assign(new Error("Refused."), { code: stage.answers.moment });
          return app.moment;
        }
      : null,
    isFresh: false,
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
