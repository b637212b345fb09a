import { expect, it } from "vitest";
import { draftBody, readStoredContent } from "./draft-contract";

const id = "01890000-0000-7000-8000-000000000000";
const part = { text: "one", media: [{ id, alt: "a sea" }], appId: null, options: { sensitive: true } };
const content = { ...part, thread: [part], replyTo: id };
const later = { later: 1 };
const partOfLater = {
  ...part,
  ...later,
  media: [{ ...part.media[0], ...later }],
  options: { ...part.options, ...later },
};

it("reads what a later version has stored without the fields that it does not know", () => {
  expect(readStoredContent(content)).toEqual(content);
  expect(readStoredContent({ ...content, ...partOfLater, thread: [partOfLater] })).toEqual(content);
  for (const unknown of [{ options: { replyPolicy: "friends" } }, { media: "none" }, { text: undefined }])
    expect(readStoredContent({ ...content, ...unknown })).toBeNull();
});

it("takes no unknown fields in a body, and tells what is left out from what is removed", () => {
  const read = (more: object) => draftBody.safeParse({ ...part, revision: 1, ...more });
  expect(read({}).data).toEqual({ ...part, revision: 1 });
  const removed = { thread: [], replyTo: null, quote: null };
  expect(read(removed).data).toMatchObject(removed);
  for (const wrong of [later, { thread: [{ ...part, ...later }] }, { options: later }])
    expect(read(wrong).success).toBe(false);
});
