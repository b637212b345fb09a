import { expect, it } from "vitest";
import { makePackage } from "@/tests/support/package-bytes";
import { readUploadedPackage } from "./package-service";

const bytes = new Uint8Array(
  makePackage(
    { name: "Checked", version: "1.2.3", entry: { html: "index.html" } },
    { "index.html": "<!doctype html><title>x</title><p>Hi" },
  ),
);
const read = (id: string) =>
  readUploadedPackage({ viewer: { id }, bytes }).then(
    ({ name }) => name,
    (error: unknown) => error,
  );

it("packages that one person sends at once take nobody else's place", async () => {
  const greedy = Array.from({ length: 18 }, () => read("greedy"));
  expect(await read("other")).toBe("Checked");
  const results = await Promise.all(greedy);
  expect(results.slice(0, 3)).toEqual(["Checked", "Checked", "Checked"]);
  for (const refused of results.slice(3))
    expect(refused).toMatchObject({ code: "too_many_uploads", retryAfter: 5 });
});

it("all together find no place beyond a number", async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, index) => read(`person ${index}`)));
  expect(results.filter((result) => result === "Checked")).toHaveLength(18);
  expect(results.slice(18)).toEqual([
    expect.objectContaining({ code: "unavailable" }),
    expect.objectContaining({ code: "unavailable" }),
  ]);
});
