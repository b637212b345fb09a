import { afterEach, describe, expect, it } from "vitest";
import { DEFAULT_PACKAGE_LIMITS, setPackageLimits } from "@/lib/package/limits";
import { checkUpload } from "./check-upload";
import { pickedFrom, pickedFromDrop, UnreadableFile, type PickedFolder } from "./picked-files";

/** A file that may not be opened, and one that goes before it is read. */
const [CLOSED, GONE] = ["\0closed", "\0gone"];
const gone = (name: string) =>
  Object.assign(new File([], name), {
    arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")),
  });

type Tree = { [name: string]: string | Tree };

/** As a browser gives a dropped file or folder. */
function entryOf(name: string, content: string | Tree, fullPath = `/${name}`): FileSystemEntry {
  const base = {
    name,
    fullPath,
    isFile: typeof content === "string",
    isDirectory: typeof content !== "string",
  };
  if (typeof content === "string") {
    return {
      ...base,
      file(done: (file: File) => void, fail: (error: DOMException) => void) {
        if (content === CLOSED) fail(new DOMException("closed", "NotReadableError"));
        else done(content === GONE ? gone(name) : new File([content], name));
      },
    } as never;
  }
  const children = Object.entries(content).map(([child, inner]) =>
    entryOf(child, inner, `${fullPath}/${child}`),
  );
  const at = (path: string): FileSystemEntry | undefined =>
    path.split("/").reduce<{ entry?: FileSystemEntry; tree: Tree | string | undefined }>(
      ({ tree }, part) => {
        const inner = typeof tree === "object" ? tree[part] : undefined;
        return { tree: inner, ...(inner !== undefined && { entry: entryOf(part, inner) }) };
      },
      { tree: content },
    ).entry;
  return {
    ...base,
    createReader() {
      let left = children;
      return {
        readEntries(done: (entries: FileSystemEntry[]) => void) {
          const now = left;
          left = [];
          done(now);
        },
      };
    },
    getFile(path: string, _: object, done: (entry: FileSystemEntry) => void, lost: () => void) {
      const found = at(path);
      if (found?.isFile) done(found);
      else lost();
    },
  } as never;
}

async function dropped(tree: Tree): Promise<PickedFolder> {
  const items = Object.entries(tree).map(([name, content]) => ({
    webkitGetAsEntry: () => entryOf(name, content),
  }));
  return (await pickedFromDrop({ items, files: [] } as never)) as PickedFolder;
}

const chosen = (files: Record<string, string>) =>
  pickedFrom(
    Object.entries(files).map(([path, text]) =>
      Object.defineProperty(new File([text], path), "webkitRelativePath", { value: path }),
    ),
  ) as PickedFolder;

const page = `<h1>Hi</h1><script src="node_modules/lib/a.js"></script>`;
const app: Tree = {
  "index.html": page,
  ".git": { config: "" },
  ".DS_Store": "",
  "old.gum": "",
  sub: { ".env": "", "b.js": "" },
  node_modules: { lib: { "a.js": `import "./b.js"`, "b.js": "", "c.js": "" } },
};
const leftOut = [
  [".git", "hidden"],
  ["old.gum", "package"],
  ["sub/.env", "hidden"],
  ["node_modules", "modules"],
];

afterEach(() => setPackageLimits(DEFAULT_PACKAGE_LIMITS));

describe("a folder", () => {
  it("that is dropped comes without what the packer leaves out, and says so", async () => {
    const { name, files, leftOut: items } = await dropped({ app });
    expect(name).toBe("app");
    expect([...files.keys()]).toEqual(["index.html", "sub/b.js"]);
    expect(items.map((item) => [item.name, item.kind])).toEqual(leftOut);
  });

  it("that is chosen comes the same way", async () => {
    const picked = chosen({
      "app/index.html": page,
      "app/.git/config": "",
      "app/.DS_Store": "",
      "app/old.gum": "",
      "app/sub/.env": "",
      "app/sub/b.js": "",
      "app/node_modules/lib/a.js": "",
      "app/node_modules/lib/c.js": "",
    });
    expect([...picked.files.keys()]).toEqual(["index.html", "sub/b.js"]);
    expect(picked.leftOut.map((item) => [item.name, item.kind])).toEqual(leftOut);
  });

  it("may have any name itself", async () => {
    const { name, files } = await dropped({ ".hidden": { "index.html": "" } });
    expect([name, [...files.keys()]]).toEqual([".hidden", ["index.html"]]);
    expect([...chosen({ "node_modules/index.html": "" }).files.keys()]).toEqual(["index.html"]);
  });

  it("brings the files of node_modules that it names, and what those load", async () => {
    const inTop = await checkUpload(await dropped({ app }));
    const loose = await checkUpload(await dropped(app));
    for (const { package: opened, leftOut: out } of [inTop, loose]) {
      expect([...opened!.files.keys()].filter((path) => path.startsWith("node_modules"))).toEqual([
        "node_modules/lib/a.js",
        "node_modules/lib/b.js",
      ]);
      expect(out?.items.find(({ kind }) => kind === "modules")).toMatchObject({ named: 2 });
    }
  });

  it("is not too large for what is left out of it, and takes as much of node_modules as fits", async () => {
    setPackageLimits({ entries: 4 });
    const { package: opened, leftOut: out } = await checkUpload(await dropped({ app }));
    expect([...opened!.files.keys()].sort()).toEqual([
      "index.html",
      "manifest.json",
      "node_modules/lib/a.js",
      "sub/b.js",
    ]);
    expect(out?.isCut).toBe(true);
  });

  it("with more files than fit is refused with the limit", async () => {
    setPackageLimits({ entries: 2 });
    const { package: opened, findings } = await checkUpload(await dropped({ app: { ...app, "x.js": "" } }));
    expect(opened).toBe(null);
    expect(findings).toMatchObject([{ code: "too_many_entries", params: { count: "2+", limit: 2 } }]);
  });

  it("with a file that cannot be read names it", async () => {
    const named = (path: string) => expect.objectContaining({ constructor: UnreadableFile, path });
    const page = { "index.html": "" };
    await expect(dropped({ app: { ...page, data: { "a.js": CLOSED } } })).rejects.toEqual(
      named("app/data/a.js"),
    );
    const later = await dropped({ app: { ...page, data: { "a.js": GONE } } });
    await expect(checkUpload(later)).rejects.toEqual(named("data/a.js"));
    await expect(checkUpload({ kind: "file", file: gone("app.gum") })).rejects.toEqual(named("app.gum"));
  });

  it("without a file for an app is nothing, whether dropped or chosen", async () => {
    expect(await dropped({ app: {} })).toBeNull();
    expect(await dropped({ app: { ".DS_Store": "", sub: {} } })).toBeNull();
    expect(chosen({ "app/.DS_Store": "" })).toBeNull();
    expect(chosen({ "app/.git/config": "" }).name).toBe("app");
  });
});
