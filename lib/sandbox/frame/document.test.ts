import { expect, test } from "vitest";
import { runDocument, runVersion } from "./document";

const PLACE = { shell: "http://localhost:3000", self: "http://127.0.0.1:3000" };

function documentAt(query: string, egressOrigin: string | null = null) {
  const made = runDocument({ params: new URLSearchParams(query), ...PLACE, egressOrigin });
  if (!made) return null;
  const nonce = /nonce="([^"]+)"/.exec(made.html)![1]!;
  const plain = (text: string) => text.replaceAll(nonce, "N");
  return { html: plain(made.html), headers: made.headers.map(([name, value]) => [name, plain(value)]) };
}

test("the document that a browser may keep differs in nothing else", () => {
  const version = runVersion(null);
  for (const flags of ["", "eval=1"]) {
    const [plain, kept] = [documentAt(flags)!, documentAt(`kept=${version}${flags && `&${flags}`}`)!];
    expect(kept.html).toBe(plain.html);
    const others = ({ headers }: typeof plain) => headers.filter(([name]) => name !== "cache-control");
    expect(others(kept)).toEqual(others(plain));
    expect(plain.headers).toContainEqual(["cache-control", "no-store"]);
    expect(kept.headers).toContainEqual(["cache-control", "private, max-age=2592000, immutable"]);
  }
});

test("only the current version is answered", () => {
  const version = runVersion(null);
  expect(runVersion("https://egress.example")).not.toBe(version);
  expect(documentAt(`kept=${version}`, "https://egress.example")).toBeNull();
  for (const odd of [
    "",
    "1",
    `${version}x`,
    version.toLowerCase().slice(1),
    encodeURIComponent("what the app knows"),
  ])
    expect(documentAt(`kept=${odd}`), odd).toBeNull();
  expect(documentAt(`eval=1&kept=${version}`)).toBeNull();
  expect(documentAt(`probe=1&kept=${version}`)).toBeNull();
});
