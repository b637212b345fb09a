import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { notHere } from "../../tests/support/not-here";
import { reachableFolder } from "./postgres-binaries.mjs";
import { assertOwnSecret, loadSecrets, rotateSecret } from "./secrets.mjs";

let dir;
let file;

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-secrets-"));
  file = path.join(dir, "secrets.json");
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

function makeDatabase(folder = path.join(dir, "postgres")) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "PG_VERSION"), "18\n");
}

describe("loadSecrets", () => {
  it("makes secrets once", () => {
    const secrets = loadSecrets(dir, {});
    expect(secrets.nextauthSecret).toHaveLength(43);
    makeDatabase();
    expect(loadSecrets(dir, {})).toEqual(secrets);
  });

  it("adds what an earlier version did not have", () => {
    makeDatabase();
    const before = {
      nextauthSecret: "a-secret-of-this-test-only",
      databasePassword: "a-password-of-this-test",
    };
    fs.writeFileSync(file, JSON.stringify(before));
    expect(loadSecrets(dir, {})).toMatchObject({ ...before, cronSecret: expect.any(String) });
  });

  it.each([
    ["without it", "{}"],
    ["with one that is too short", '{"nextauthSecret":"short"}'],
  ])("makes no new signing secret beside a database, in a file %s", (_how, content) => {
    makeDatabase();
    fs.writeFileSync(file, content);
    expect(() => loadSecrets(dir, {})).toThrow(/has no nextauthSecret.*access tokens.*Restore the file/);
    expect(fs.readFileSync(file, "utf8")).toBe(content);
    const env = { NEXTAUTH_SECRET: "a-secret-of-this-test-only" };
    expect(loadSecrets(dir, env).databasePassword).toBeTruthy();
    expect(() => loadSecrets(dir, {})).toThrow(/has no nextauthSecret/);
  });

  const isRoot = process.getuid?.() === 0;
  it.skipIf(!isRoot)(
    notHere("finds the database that root keeps outside the folder", isRoot, "only root has one there"),
    () => {
      const elsewhere = reachableFolder(path.join(dir, "postgres"));
      try {
        makeDatabase(elsewhere);
        expect(() => loadSecrets(dir, {})).toThrow(`is missing, but ${elsewhere} holds a database`);
        expect(fs.existsSync(file)).toBe(false);
      } finally {
        fs.rmSync(path.dirname(elsewhere), { recursive: true, force: true });
      }
    },
  );

  it.each(["", "{", "null", "[]"])(
    "advises to restore a broken file (%j), and to keep it until then",
    (content) => {
      fs.writeFileSync(file, content);
      expect(() => loadSecrets(dir, {})).toThrow(
        /cannot be read.*Restore it from a backup.*do not delete it/,
      );
      expect(fs.readFileSync(file, "utf8")).toBe(content);
    },
  );
});

describe("assertOwnSecret", () => {
  const people = (found) => () => Promise.resolve(found);

  it("refuses a secret of its own for a database that people use with another", async () => {
    await expect(assertOwnSecret(dir, people(true), {})).rejects.toThrow(
      /DATABASE_URL has people.*NEXTAUTH_SECRET/,
    );
    await assertOwnSecret(dir, people(false), {});
    await assertOwnSecret(dir, people(true), { NEXTAUTH_SECRET: "a-secret-of-this-test-only" });
    loadSecrets(dir, {});
    await assertOwnSecret(dir, people(true), {});
  });
});

describe("rotateSecret", () => {
  it("makes none where there is none to replace", () => {
    expect(() => rotateSecret(dir)).toThrow(/has no secret to replace/);
    expect(fs.existsSync(file)).toBe(false);
  });
});
