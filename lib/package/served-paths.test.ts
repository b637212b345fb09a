import { describe, expect, it } from "vitest";
import { mountOf } from "./served-paths";

const servedOf = (names: string[], folder = "") => ({ folder, has: (name: string) => names.includes(name) });

const mountOfCode = (names: ReturnType<typeof servedOf>, code: string[]) =>
  mountOf(names, { code, other: [] });

describe("where an app was built to be served", () => {
  const kit = servedOf(["index.html", "_app/start.js", "_app/a.css", "icon.svg"]);

  it("is the path that scripts and sheets from the root have before a file's name", () => {
    expect(mountOfCode(kit, ["/name/_app/start.js", "/name/_app/a.css"])).toBe("name/");
    expect(mountOfCode(kit, ["/people/name/_app/start.js", "local.js", "https://cdn.example/x.js"])).toBe(
      "people/name/",
    );
    expect(mountOfCode(servedOf(["dist/index.html", "dist/a.js"], "dist/"), ["/name/a.js"])).toBe("name/");
  });

  it("is the root where a file is found there, and where nothing says otherwise", () => {
    expect(mountOfCode(kit, [])).toBe("");
    expect(mountOfCode(kit, ["_app/start.js"])).toBe("");
    expect(mountOfCode(kit, ["/_app/start.js", "/name/_app/a.css"])).toBe("");
    expect(mountOfCode(kit, ["//name/_app/start.js"])).toBe("");
    expect(mountOfCode(kit, ["/name/lost.js"])).toBe("");
    expect(mountOfCode(kit, ["/name/_app/start.js", "/other/_app/a.css"])).toBe("");
  });

  it("may lack a file, and name one of the host", () => {
    expect(mountOfCode(kit, ["/name/_app/lost.css", "/name/_app/start.js"])).toBe("name/");
    expect(mountOfCode(kit, ["/analytics.js", "/name/_app/start.js"])).toBe("name/");
  });

  it("is what all icons and pictures say, where all code is inline", () => {
    expect(mountOf(kit, { code: [], other: ["/name/icon.svg"] })).toBe("name/");
    expect(mountOf(kit, { code: ["_app/start.js"], other: ["/name/icon.svg"] })).toBe("name/");
    expect(mountOf(kit, { code: [], other: ["/name/icon.svg", "/name/lost.png"] })).toBe("");
    expect(mountOf(kit, { code: [], other: ["/icon.svg", "/name/icon.svg"] })).toBe("");
    expect(mountOf(kit, { code: ["/_app/start.js"], other: ["/name/icon.svg"] })).toBe("");
  });

  it("is the base of the page where its relative URLs lead below it", () => {
    const urls = { code: ["_app/start.js", "https://cdn.example/x.js"], other: [] };
    expect(mountOf(kit, { ...urls, base: "/name/" })).toBe("name/");
    expect(mountOf(kit, { ...urls, base: "/" })).toBe("");
    expect(mountOf(kit, { ...urls, base: "name/" })).toBe("");
    expect(mountOf(kit, { ...urls, base: "//host/name/" })).toBe("");
    expect(
      mountOf(servedOf(["index.html", "files/a.js"]), { code: ["a.js"], other: [], base: "/files/" }),
    ).toBe("");
  });

  it("has few folders, however many a URL has", () => {
    const deep = "a/".repeat(9);
    expect(mountOfCode(servedOf(["x.js"]), [`/${deep}x.js`])).toBe("");
    expect(mountOfCode(servedOf(["x.js"]), [`/${deep.slice(2)}x.js`])).toBe(deep.slice(2));
    expect(mountOfCode(servedOf(["x.js"]), ["/\\host:bad/x.js", "/\\host/x.js"])).toBe("");
  });
});
