import { afterEach, expect, it, vi } from "vitest";
import { ComposerDraft, contentOf } from "./composer-draft";
import { storedPicture } from "./draft-picture";
import { saverOf } from "./draft-saver";

afterEach(() => vi.unstubAllGlobals());

const media = { id: "m", url: "/m.webp", type: "image/webp", width: 2, height: 1, alt: "", preview: "" };

it("a draft is not saved while a picture of any of its posts is uploaded", async () => {
  const draft = new ComposerDraft({ text: "one" });
  const second = draft.addPost();
  second.pictures = [{ ...storedPicture(media), media: null }];
  const saved = { id: "d", revision: 1, content: contentOf(draft)! };
  draft.state.setState({ saved });
  expect(await saverOf(draft).save()).toBe(false);
  second.pictures = [storedPicture(media)];
  draft.state.setState({ saved: { ...saved, content: contentOf(draft)! } });
  expect(await saverOf(draft).save()).toBe(true);
});

it.each([
  ["its own", "one", [1, 2], "two"],
  ["another device's", "elsewhere", [1], "elsewhere"],
])("a save without an answer that has arrived is told from %s", async (_, stored, revisions, text) => {
  type Stored = { text: string; revision: number };
  const drafts = new Map<string, Stored>();
  const kept: number[] = [];
  let isLost = true;
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (address: string, { method, body }: RequestInit) => {
    const id = String(address).split("/").at(-1)!;
    const found = drafts.get(id);
    if (method === "GET")
      return Response.json({ id, ...found, media: [], app: null, options: {}, thread: [] });
    const given = JSON.parse(String(body)) as Stored;
    if ((found?.revision ?? 0) !== given.revision)
      return Response.json({ code: "conflict", message: "Conflict" }, { status: 409 });
    const revision = given.revision + 1;
    drafts.set(id, { text: isLost && stored === "elsewhere" ? stored : given.text, revision });
    kept.push(revision);
    if (!isLost) return Response.json({ id, revision });
    isLost = false;
    throw new TypeError("Failed to fetch");
  });
  const draft = new ComposerDraft({ text: "one" });
  expect(await saverOf(draft).save()).toBe(false);
  draft.state.setState({ text: "two" });
  expect(await saverOf(draft).save()).toBe(true);
  const [first, ...others] = [...drafts.values()];
  expect(first!.text).toBe(text);
  // What another device has made of it stays; the text here becomes a draft of its own.
  expect(others.map((each) => each.text)).toEqual(stored === "elsewhere" ? ["two"] : []);
  expect(kept.slice(0, revisions.length)).toEqual(revisions);
});

it("what is discarded is emptied here and deleted on the server", async () => {
  const calls: unknown[] = [];
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    calls.push([method, String(address).replace(/.*\/v1/, "/v1")]);
    return new Response(null, { status: 204 });
  });
  const draft = new ComposerDraft({ text: "one" }, { replyTo: { id: "p", username: "ada" } });
  draft.state.setState({ saved: { id: "d", revision: 1, content: "" } });
  const discarded = saverOf(draft).discard();
  expect([draft.state.getState().text, draft.state.getState().saved]).toEqual(["", null]);
  await discarded;
  expect(await saverOf(draft).save()).toBe(true);
  expect(calls).toEqual([["DELETE", "/v1/drafts/d"]]);
});
