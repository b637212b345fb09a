/** What apps may do only with the person's word: reaching out, knowing who somebody is, running where ways out stay open. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { full } from "../support/depth";
import { openStage, type ShellPage, type Stage } from "../support/sandbox-stage";
import { shellForEach } from "../support/stage-for-all";

let shell: ShellPage;
shellForEach((opened) => (shell = opened));

const manifest = {
  network: { hosts: ["api.example.com", "other.example.com"], reason: "Shows the weather" },
  required_capabilities: [{ name: "profile", reason: "Greets you" }],
};
const script = (code: string) => ({
  "index.html": `<!DOCTYPE html><meta charset="utf-8"><body>page<script>(async () => { const told = async (work) => { try { return await work() } catch (error) { return [error.name, error.code, error.message] } }; ${code} })()</script>`,
});
const answer = (value: boolean) =>
  shell.page.evaluate((yes) => void (window.stage.answers.allow = yes), value);
const asked = () =>
  shell.page.evaluate(() =>
    window.stage.dialogs.filter(({ kind }) => kind === "allow").map(({ message }) => message),
  );

describe("gum.fetch", () => {
  const ask = (url: string, init = "") =>
    `await told(async () => { const answer = await gum.fetch("${url}"${init}); return [answer.status, answer.headers.get("gum-error"), answer.headers.get("content-type"), await answer.text()] })`;

  test("asks once with the manifest's reason, for all its hosts, and remembers", async () => {
    await answer(true);
    await shell.run({
      wired: true,
      manifest,
      files: script(
        `const all = await Promise.all([${ask("https://api.example.com/a")}, ${ask("https://other.example.com/b", `, { method: "POST", body: "hi" }`)}]); console.log("RESULT", JSON.stringify(all)); console.log("RESULT", JSON.stringify(gum.capabilities().includes("fetch")))`,
      ),
    });
    await expect.poll(() => shell.results()).toHaveLength(2);
    const [all, has] = await shell.results();
    expect(has).toBe(true);
    expect(all).toEqual([
      [200, null, "application/json", `{"url":"https://api.example.com/a","method":"GET","body":null}`],
      [200, null, "application/json", `{"url":"https://other.example.com/b","method":"POST","body":"hi"}`],
    ]);
    expect(await asked()).toEqual(["network"]);
    await shell.run({
      wired: true,
      manifest,
      files: script(`console.log("RESULT", JSON.stringify(${ask("https://api.example.com/c")}))`),
    });
    await expect.poll(() => shell.results()).toHaveLength(1);
    expect(await asked()).toEqual([]);
  });

  test("a no is told to the app, written down by the server, and not asked again in this run", async () => {
    await answer(false);
    await shell.run({
      wired: true,
      manifest,
      files: script(
        `console.log("RESULT", JSON.stringify([${ask("https://api.example.com/a")}, ${ask("https://api.example.com/b")}]))`,
      ),
    });
    await expect.poll(() => shell.results()).toHaveLength(1);
    const [first, second] = (await shell.results())[0] as unknown[][];
    expect(first?.slice(0, 3)).toEqual([403, "consent_required", "application/problem+json"]);
    expect(second?.slice(0, 2)).toEqual([403, "consent_required"]);
    expect(await asked()).toEqual(["network"]);
    expect(await shell.page.evaluate(() => window.stage.egress.length)).toBe(2);
  });

  test("what was taken back is asked for again; other hosts are not asked about", async () => {
    await answer(true);
    await shell.run({
      wired: true,
      manifest,
      files: script(
        `window.go = async () => console.log("RESULT", JSON.stringify((${ask("https://api.example.com/a")})[0])); window.other = async () => console.log("RESULT", JSON.stringify((${ask("https://evil.example.com/a")})[0])); await go()`,
      ),
    });
    await expect.poll(() => shell.results()).toEqual([200]);
    await shell.page.evaluate(() => void (window.stage.grants = { hosts: [], profile: false }));
    await shell.inside("go()");
    await expect.poll(() => shell.results()).toEqual([200, 403]);
    await shell.inside("go()");
    await expect.poll(() => shell.results()).toEqual([200, 403, 200]);
    await shell.inside("other()");
    await expect.poll(() => shell.results()).toEqual([200, 403, 200, 403]);
    expect(await asked()).toEqual(["network", "network"]);
  });

  test("a host without an egress says so, and the capability is absent", async () => {
    await shell.run({
      manifest,
      files: script(
        `console.log("RESULT", JSON.stringify([${ask("https://api.example.com/a")}, gum.capabilities().includes("fetch"), await told(() => gum.user.profile())]))`,
      ),
    });
    await expect.poll(() => shell.results()).toHaveLength(1);
    expect((await shell.results())[0]).toEqual([
      ["HostRefusal", "egress not wired", "egress not wired"],
      false,
      ["HostRefusal", "unavailable", "Nobody is signed in."],
    ]);
  });
});

describe("gum.user", () => {
  test("is known by a name of this app's own; who they are only with their word", async () => {
    const files = script(
      `const tell = (profile) => [profile.name, profile.picture instanceof Blob && profile.picture.type]; console.log("RESULT", JSON.stringify([gum.user.id, await told(async () => tell(await gum.user.profile())), await told(async () => tell(await gum.user.profile()))]))`,
    );
    await answer(false);
    await shell.run({ id: "one", keep: "account", wired: true, manifest, files });
    await expect.poll(() => shell.results()).toHaveLength(1);
    expect((await shell.results())[0]).toEqual([
      "person-of-one",
      ["HostRefusal", "denied", "The person did not show who they are."],
      ["HostRefusal", "denied", "The person did not show who they are."],
    ]);
    expect(await asked()).toEqual(["profile"]);
    await answer(true);
    await shell.run({ id: "two", keep: "account", wired: true, manifest, files });
    await expect.poll(() => shell.results()).toHaveLength(1);
    expect((await shell.results())[0]).toEqual(["person-of-two", ["Ada", "image/png"], ["Ada", "image/png"]]);
    expect(await asked()).toEqual(["profile"]);
  });

  test("an app whose manifest does not name it is refused without a question", async () => {
    await answer(true);
    await shell.run({
      wired: true,
      files: script(`console.log("RESULT", JSON.stringify(await told(() => gum.user.profile())))`),
    });
    await expect.poll(() => shell.results()).toHaveLength(1);
    expect(await asked()).toEqual([]);
  });

  test("a guest keeps one name in this browser until the data are cleared", async () => {
    const run = async (keep: "browser" | "memory"): Promise<unknown> => {
      await shell.run({
        id: "guest-app",
        keep,
        files: script(`console.log("RESULT", JSON.stringify(gum.user.id))`),
      });
      await expect.poll(() => shell.results()).toHaveLength(1);
      return (await shell.results())[0];
    };
    const first = await run("browser");
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(await run("browser")).toBe(first);
    expect(await run("memory")).not.toBe(first);
  });
});

if (full) {
  describe("a browser without Connection-Allowlist", () => {
    let open: Stage;
    beforeAll(async () => {
      open = await openStage({ args: ["--disable-features=ConnectionAllowlists"] });
    });
    afterAll(() => open.close());

    test("is found out, and apps beyond display ask once; others do not", async () => {
      shell = await open.open();
      const files = script(`console.log("RESULT", "1")`);
      await answer(false);
      const declined = await shell.run({ manifest, files });
      expect(declined.at(-1)).toMatchObject({
        type: "status",
        status: { status: "failed", code: "declined" },
      });
      expect(await asked()).toEqual(["leaks"]);
      await shell.run({ files });
      expect(await asked()).toEqual([]);
      expect(await shell.resultsFrom(1)).toEqual([1]);
      await answer(true);
      await shell.run({ manifest, files });
      expect(await asked()).toEqual(["leaks"]);
      await shell.run({ manifest, files });
      expect(await asked()).toEqual([]);
      expect(await shell.resultsFrom(1)).toEqual([1]);
    });

    test("one that obeys it is not asked about", async () => {
      await shell.run({ manifest, files: script(`console.log("RESULT", "1")`) });
      expect(await asked()).toEqual([]);
    });
  });
}
