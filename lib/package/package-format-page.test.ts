import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { KNOWN_CAPABILITIES, manifestSchema } from "./manifest-contract";
import { APP_CATEGORIES } from "./category";
import { PACKAGE_LIMITS } from "./limits";
import { bytesOf } from "@/tests/support/zip-builder";
import { packFiles } from "./open-package";
import { byteSize } from "@/lib/shared/byte-size";

const docs = path.resolve(import.meta.dirname, "../../public/docs");
const page = readFileSync(path.join(docs, "package-format.md"), "utf8");
const japanese = readFileSync(path.join(docs, "ja/package-format.md"), "utf8");

describe("the page about the format", () => {
  it("shows an app that is one", async () => {
    const [manifest, html] = [...page.matchAll(/```(?:json|html)\n([^]*?)```/g)].map(([, code]) =>
      bytesOf(code!),
    );
    const packed = await packFiles(
      new Map([
        ["manifest.json", manifest!],
        ["index.html", html!],
      ]),
    );
    expect(packed.manifest.name).toBe("Dice");
    expect(packed.findings.map(({ code }) => code)).toEqual(["icon_missing"]);
  });

  it("names every field, capability, category and limit", () => {
    for (const field of Object.keys(manifestSchema.shape)) expect(page).toContain(field);
    for (const word of [...KNOWN_CAPABILITIES, ...APP_CATEGORIES]) expect(page).toContain(`\`${word}\``);
    const { packedBytes, unpackedBytes, entryBytes, entries, pathBytes } = PACKAGE_LIMITS;
    expect(page).toContain(
      `${byteSize(packedBytes)} packed, ${byteSize(unpackedBytes)} unpacked, ${byteSize(entryBytes)} a file, ${entries} entries (files and folders), ${pathBytes} bytes a path.`,
    );
    expect(japanese).toContain(
      `圧縮時 ${byteSize(packedBytes)}、展開時 ${byteSize(unpackedBytes)}、1 ファイル ${byteSize(entryBytes)}、エントリー(ファイルとフォルダー)${entries} 個、パス ${pathBytes} バイト。`,
    );
  });
});
