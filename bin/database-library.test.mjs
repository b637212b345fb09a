import { build } from "esbuild";
import { expect, test } from "vitest";
import { byPath } from "./database-library.mjs";

/** The library as frames have it. */
async function loadFactory() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { default } from "fake-indexeddb/build/esm/FDBFactory.js"`,
      resolveDir: import.meta.dirname,
    },
    plugins: [byPath],
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  const { default: Factory } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return new Factory();
}

const outcomeOf = (request) =>
  new Promise((done) => {
    request.onsuccess = () => done("success");
    request.onerror = () => done(request.error.name);
  });

test("a request that is given up ends if it waits, and is performed if not", async () => {
  const factory = await loadFactory();
  const opened = factory.open("db", 1);
  expect(await outcomeOf(opened)).toBe("success");
  for (const request of [factory.deleteDatabase("db"), factory.open("db", 2)]) {
    request._isGivenUp = true;
    expect(await outcomeOf(request)).toBe("AbortError");
  }
  expect(await factory.databases()).toEqual([{ name: "db", version: 1 }]);
  opened.result.close();
  const deletion = factory.deleteDatabase("db");
  deletion._isGivenUp = true;
  expect(await outcomeOf(deletion)).toBe("success");
  expect(await factory.databases()).toEqual([]);
});
