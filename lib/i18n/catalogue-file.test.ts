import { describe, expect, it } from "vitest";
import { catalogueFile, textsOfPage } from "./catalogue-file";
import { CATALOGUES } from "./locales";
import { messagesFor } from "./messages";

describe("the texts of a page", () => {
  it.each(CATALOGUES)(
    "are all of %s, and on the timeline those it shows, with the address of all",
    (name) => {
      const messages = messagesFor(name);
      expect(textsOfPage(messages, "/settings")).toEqual({ first: JSON.stringify(messages), rest: null });
      for (const path of ["/timeline", "/timeline?feed=all"]) {
        const { first, rest } = textsOfPage(messages, path);
        const brought = JSON.parse(first) as Record<string, unknown>;
        expect(brought).toEqual(
          Object.fromEntries(
            Object.entries(messages).filter(([namespace]) => Object.keys(brought).includes(namespace)),
          ),
        );
        expect(Object.keys(brought)).toContain("timeline");
        expect(first.length).toBeLessThan(JSON.stringify(messages).length / 2);
        expect(rest).toBe(`/api/texts/${catalogueFile(name).name}`);
      }
    },
  );

  it("have one name for one content", () => {
    const names = CATALOGUES.map((name) => catalogueFile(name).name);
    expect(new Set(names).size).toBe(CATALOGUES.length);
    for (const name of names) expect(name).toMatch(/^(base|en|ja)\.[\w-]{16}\.json$/);
  });
});
