import { describe, expect, it } from "vitest";
import { readPageText } from "./front-matter";

describe("a page's front matter", () => {
  it("has the version, the date and what is new", () => {
    const file = `---\nversion: 3\ndate: 2026-12-01\nchanges:\n  - Logs are kept for a week.\n  - "A second: point"\nauthor: me\n---\n\n# Terms\n\n---\n\nText`;
    expect(readPageText(file)).toEqual({
      version: 3,
      date: "2026-12-01",
      changes: ["Logs are kept for a week.", "A second: point"],
      markdown: "\n# Terms\n\n---\n\nText",
    });
  });
  it("takes a single change in its line, and Windows line breaks", () => {
    expect(readPageText("---\r\nversion: 2\r\nchanges: One\r\n---\r\n# T")).toMatchObject({
      version: 2,
      changes: ["One"],
      markdown: "# T",
    });
  });
  it.each([
    "# Terms",
    "---\nversion: soon\n---\n# Terms",
    "---\nversion: -1\ndate: 2026-99-99\n---\n# Terms",
    "",
  ])("is version 1 without a valid one: %j", (file) =>
    expect(readPageText(file)).toMatchObject({ version: 1, date: null, changes: [] }),
  );
});
