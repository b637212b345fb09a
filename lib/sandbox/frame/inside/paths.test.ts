import { expect, it } from "vitest";
import { findFile } from "./paths";

it("a mount leads to the files below it, and to no others", () => {
  const names = ["index.html", "_app/start.js"];
  const site = {
    origin: "https://a.example",
    base: "https://a.example/name/",
    folder: "",
    mount: "name/",
    has: (name: string) => names.includes(name),
  };
  expect(findFile(site, "/name/_app/start.js")).toBe("_app/start.js");
  expect(findFile(site, "_app/start.js")).toBe("_app/start.js");
  expect(findFile(site, "/_app/start.js")).toBe("_app/start.js");
  expect(findFile(site, "/name/")).toBe("index.html");
  expect(findFile(site, "/other/_app/start.js")).toBe(null);
});
