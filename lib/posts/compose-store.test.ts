import { expect, it } from "vitest";
import { compose, useComposeStore } from "./compose-store";

it("a late answer of one composer leaves the next one open", async () => {
  const open = () => useComposeStore.getState().request;
  const first = compose({ text: "one", image: null });
  const { done } = open()!;
  const second = compose({ text: "two", image: null });
  expect(await first).toBe(false);
  done(false);
  expect(open()?.text).toBe("two");
  open()!.done(true);
  expect([await second, open()]).toEqual([true, null]);
});
