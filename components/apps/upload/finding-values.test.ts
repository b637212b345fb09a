import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Finding } from "@/lib/package/finding";
import { openPackage } from "@/lib/package/open-package";
import { PackageError } from "@/lib/package/package-error";
import { BROKEN_ARCHIVES } from "@/tests/support/broken-archives/all";
import { archiveBytes } from "@/tests/support/broken-archives/case";
import { findingValues, type SayValue } from "./finding-values";

const file = path.resolve(import.meta.dirname, "../../../lib/i18n/messages/ja/apps.json");
const { upload } = JSON.parse(readFileSync(file, "utf8")) as { upload: { values: Record<string, string> } };
const say = ((key: string, values: Record<string, string> = {}) =>
  upload.values[key]!.replace(/\{(\w+)\}/g, (_place, name: string) => values[name]!)) as SayValue;
say.has = (key) => key in upload.values;

describe("values of findings in Japanese", () => {
  it("are words, with what they hold", () => {
    const values = (params: Record<string, string | number>, code: Finding["code"] = "manifest_syntax") =>
      findingValues({ code, params }, say);
    expect(values({ problem: "a comma or a closing brace was expected, not a word" })).toEqual({
      problem: "コンマか閉じ波括弧があるはずの所に語があります",
    });
    expect(values({ reason: "it has :", size: "17 bytes", limit: "10 MB", count: 3 })).toEqual({
      reason: ": が入っている",
      size: "17バイト",
      limit: "10 MB",
      count: "3",
    });
    expect(values({ count: 12_345, limit: 2_000, file: "2048" }, "too_many_entries")).toEqual({
      count: "12,345",
      limit: "2,000",
      file: "2048",
    });
    // Names are names, whatever they say.
    expect(values({ file: "a list", field: "name" })).toEqual({ file: "a list", field: "name" });
    expect(values({ field: "name" }, "local_header_differs")).toEqual({ field: "名前" });
  });

  it("leave no English sentence in what any broken archive is refused with", async () => {
    for (const [what, archive] of BROKEN_ARCHIVES) {
      const error = await openPackage(archiveBytes(archive)).catch((thrown: unknown) => thrown);
      if (!(error instanceof PackageError)) continue;
      for (const finding of error.findings) {
        const { reason = "", problem = "", expected = "" } = findingValues(finding, say);
        expect([what, `${reason}${problem}${expected}`]).toEqual([
          what,
          expect.not.stringMatching(/[a-z]{3}/),
        ]);
      }
    }
  });
});
