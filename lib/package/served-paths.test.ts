import { describe, expect, it } from "vitest";
import { mountOf } from "./served-paths";

const servedOf = (names: string[], folder = "") => ({ folder, has: (name: string) => names.includes(name) });

describe("where an app was built to be served", () => {
  const kit = servedOf(["index.html", "_app/start.js", "_app/a.css"]);

  it("is the path that all scripts and sheets from the root have before a file's name", () => {
    expect(mountOf(kit, ["/name/_app/start.js", "/name/_app/a.css"])).toBe("name/");
    expect(mountOf(kit, ["/people/name/_app/start.js", "local.js", "https://cdn.example/x.js"])).toBe(
      "people/name/",
    );
    expect(mountOf(servedOf(["dist/index.html", "dist/a.js"], "dist/"), ["/name/a.js"])).toBe("name/");
  });

  it("is the root where a file is found there, and where nothing says otherwise", () => {
    expect(mountOf(kit, [])).toBe("");
    expect(mountOf(kit, ["_app/start.js"])).toBe("");
    expect(mountOf(kit, ["/_app/start.js", "/name/_app/a.css"])).toBe("");
    expect(mountOf(kit, ["/name/_app/start.js", "/analytics.js"])).toBe("");
    expect(mountOf(kit, ["//name/_app/start.js"])).toBe("");
    expect(mountOf(kit, ["/name/lost.js"])).toBe("");
  });

  it("has few folders, however many a URL has", () => {
    const deep = "a/".repeat(9);
    expect(mountOf(servedOf(["x.js"]), [`/${deep}x.js`])).toBe("");
    expect(mountOf(servedOf(["x.js"]), [`/${deep.slice(2)}x.js`])).toBe(deep.slice(2));
    expect(mountOf(servedOf(["x.js"]), ["/\\host:bad/x.js", "/\\host/x.js"])).toBe("");
  });
});
