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
