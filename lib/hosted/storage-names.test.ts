import { describe, expect, it } from "vitest";
import { entriesOf, placeOf, readAppPath, readMediaName, readPath, readPictureName } from "./storage-names";

const ID = "0190a0a0-0000-7000-8000-000000000000";

describe("paths of files", () => {
  it("name an owner and a file", () => {
    expect(readPath(`${ID}/a.txt`)).toEqual({ ownerId: ID, name: "a.txt" });
    expect(readPath(`${ID.toUpperCase()}/b/c d/日記.md`)).toEqual({ ownerId: ID, name: "b/c d/日記.md" });
  });

  it("follow a bucket that there is, decoded", () => {
    const start = "/api/hosted/storage/v1";
    const place = { bucket: "files", path: "a b/../c" };
    expect(placeOf(`${start}/object/files/a%20b/%2e%2e/c`)).toEqual(place);
    expect(placeOf(`${start}/object/authenticated/files/a%20b/%2e%2e/c`)).toEqual(place);
    expect(placeOf(`${start}/object/upload/sign/files/a b/../c`)).toEqual(place);
    expect(placeOf(`${start}/render/image/public/avatars/x`)).toEqual({ bucket: "avatars", path: "x" });
    expect(placeOf(`${start}/object/media`)).toEqual({ bucket: "media", path: "" });
    for (const none of [
      "/object/files/%",
      "/object/secrets/a",
      "/object/public/public/files/a",
      "/bucket/files",
    ])
      expect(placeOf(start + none)).toBeNull();
  });

  it("of pictures and apps name what there is", () => {
    expect(["avatar", "avatar.PNG", "banner.webp", "cat.png", "avatar/x", ""].map(readPictureName)).toEqual([
      "avatar",
      "avatar",
      "banner",
      null,
      null,
      null,
    ]);
    expect(readMediaName(`${ID.toUpperCase()}.jpg`)).toBe(ID);
    expect(readMediaName("cat.jpg")).toBeNull();
    const share = "AAAAAAAAAAAAAAAAAAAAAA";
    expect(readAppPath(`${ID}/icon.webp`)).toEqual({ app: { id: ID }, file: "icon" });
    expect(readAppPath(`${share}/package.gum`)).toEqual({ app: { shareId: share }, file: "package" });
    expect(readAppPath(`${ID}/screenshots/3.webp`)).toEqual({ app: { id: ID }, file: { screenshot: 3 } });
    for (const none of ["", ID, `${ID}/other`, `${ID}/screenshots/x`, "x/icon.webp", `${ID}/icon/../package`])
      expect(readAppPath(none)).toBeNull();
  });

  it.each([
    "",
    ID,
    `${ID}/`,
    `${ID}//a`,
    `${ID}/../x/a`,
    `${ID}/a/..`,
    `${ID}/.`,
    `x/a`,
    `../${ID}/a`,
    `${ID}/a\u0000`,
    `${ID}/a\\b`,
    `${ID}/${"a".repeat(513)}`,
    `${ID}/${"a/".repeat(21)}b`,
  ])("%j names none", (path) => {
    expect(readPath(path)).toBeNull();
  });

  it("are listed a folder at a time", () => {
    const files = ["a.txt", "b/c.txt", "b/d/e.txt", "b", "bc/f"].map((name) => ({ name }));
    expect(entriesOf(files, "").map(({ name, file }) => [name, file?.name ?? null])).toEqual([
      ["a.txt", "a.txt"],
      ["b", null],
      ["b", "b"],
      ["bc", null],
    ]);
    expect(entriesOf(files, "b").map(({ name }) => name)).toEqual(["c.txt", "d"]);
    expect(entriesOf(files, "b/d").map(({ name }) => name)).toEqual(["e.txt"]);
    expect(entriesOf(files, "x")).toEqual([]);
  });
});
