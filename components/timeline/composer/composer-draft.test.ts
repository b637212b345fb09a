import { afterEach, expect, it, vi } from "vitest";
import { ComposerDraft } from "./composer-draft";
import { storedPicture } from "./draft-picture";

afterEach(() => vi.unstubAllGlobals());

const media = { id: "m", url: "/m.webp", type: "image/webp", width: 2, height: 1, alt: "a sea", preview: "" };
const part = (text: string) => ({ text, media: [], app: null, options: {} });

it("has its thread as it was stored, and is changed when one of its posts is", () => {
  const draft = new ComposerDraft();
  const stored = { ...part("one"), thread: [{ ...part("two"), media: [media] }, part("three")] };
  draft.restore(stored);
  expect(draft.content()).toEqual(stored);

  let changes = 0;
  draft.state.subscribe(() => changes++);
  const [second, third] = draft.state.getState().thread;
  second!.state.setState({ text: "2" });
  expect(changes).toBe(1);
  expect(draft.content().thread?.map(({ text }) => text)).toEqual(["2", "three"]);

  // What was removed can be put back, with its pictures.
  draft.state.setState({ thread: [third!] });
  draft.state.setState({ thread: [second!, third!] });
  expect(draft.content().thread?.[0]?.media).toEqual([media]);

  draft.clear();
  expect(draft.content()).toEqual(part(""));
  expect(second!.pictures).toEqual([]);
});

it("a composer that comes back reads what the browser has stored, but never in place of pictures and further posts", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const before = new ComposerDraft();
  before.show("ada")();
  before.restore({ ...part("one"), thread: [part("two")] });
  before.store();

  const draft = new ComposerDraft();
  draft.state.setState({ text: "typed before hydration" });
  draft.show("ada")();
  expect(draft.content()).toMatchObject({ text: "typed before hydration", thread: [{ text: "two" }] });

  // Its upload goes on without a composer.
  const [second] = draft.state.getState().thread;
  second!.pictures = [{ ...storedPicture(media), media: null }];
  draft.show("ada")();
  expect(draft.state.getState().thread).toEqual([second]);
  expect(second!.pictures).toHaveLength(1);
});
