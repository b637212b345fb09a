import { describe, expect, it } from "vitest";
import { findFile, mountOf } from "./paths";

const siteOf = (names: string[], folder = "") => ({
  origin: "https://a.example",
  base: "https://a.example/",
  folder,
  has: (name: string) => names.includes(name),
});

describe("where an app was built to be served", () => {
  const kit = siteOf(["index.html", "_app/start.js", "_app/a.css"]);

  it("is the path that all scripts and sheets from the root have before a file's name", () => {
    expect(mountOf(kit, ["/name/_app/start.js", "/name/_app/a.css"])).toBe("name/");
    expect(mountOf(kit, ["/people/name/_app/start.js", "local.js", "https://cdn.example/x.js"])).toBe(
      "people/name/",
    );
    expect(mountOf(siteOf(["dist/index.html", "dist/a.js"], "dist/"), ["/name/a.js"])).toBe("name/");
  });

  it("is the root where a file is found there, and where nothing says otherwise", () => {
    expect(mountOf(kit, [])).toBe("");
    expect(mountOf(kit, ["_app/start.js"])).toBe("");
    expect(mountOf(kit, ["/_app/start.js", "/name/_app/a.css"])).toBe("");
    expect(mountOf(kit, ["/name/_app/start.js", "/analytics.js"])).toBe("");
    expect(mountOf(kit, ["//name/_app/start.js"])).toBe("");
    expect(mountOf(kit, ["/name/lost.js"])).toBe("");
  });

  it("leads to the files below it, and to no others", () => {
    const site = { ...kit, mount: "name/", base: "https://a.example/name/" };
    expect(findFile(site, "/name/_app/start.js")).toBe("_app/start.js");
    expect(findFile(site, "_app/start.js")).toBe("_app/start.js");
    expect(findFile(site, "/_app/start.js")).toBe("_app/start.js");
    expect(findFile(site, "/name/")).toBe("index.html");
    expect(findFile(site, "/other/_app/start.js")).toBe(null);
  });
});
