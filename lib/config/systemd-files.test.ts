import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { notHere } from "../../tests/support/not-here";
import { SETTING_NAMES } from "./env.server";

/** The units in docs/deploy name settings, files and units that there are, and times that fit each other. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "docs/deploy");
/** Of the processes beside the server. */
const BESIDE = ["GUM_URL", "HOST", "REALTIME_PORT"];
/** The last requests under way. */
const REQUESTS_SECONDS = 10;
/** What each unit may not do. */
const HARDENED = [
  "ProtectSystem=strict",
  "ProtectHome=yes",
  "PrivateTmp=yes",
  "PrivateDevices=yes",
  "NoNewPrivileges=yes",
  "ProtectKernelTunables=yes",
  "ProtectControlGroups=yes",
  "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
  "RestrictSUIDSGID=yes",
  "SystemCallArchitectures=native",
];

const names = fs.readdirSync(FOLDER).filter((name) => /\.(service|timer)$/.test(name));
const services = names.filter((name) => name.endsWith(".service"));
const timers = names.filter((name) => name.endsWith(".timer"));
const linesOf = (name: string) =>
  fs
    .readFileSync(path.join(FOLDER, name), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
const valuesOf = (name: string, key: string): string[] =>
  linesOf(name)
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));

it.each(services)("%s runs what there is, with settings that are known", (name) => {
  const commands = [...valuesOf(name, "ExecStart"), ...valuesOf(name, "ExecStartPre")];
  for (const file of commands.flatMap((each) => each.match(/\b(?:bin|node_modules)\/[\w./-]+\.mjs/g) ?? []))
    expect(fs.existsSync(path.join(ROOT, file)), file).toBe(true);
  const set = valuesOf(name, "Environment").flatMap((each) => each.split(" "));
  for (const [setting] of set.map((each) => each.split("=")))
    expect([...SETTING_NAMES, ...BESIDE]).toContain(setting);
});

it.each(services)("%s has no rights that it does not need", (name) => {
  expect(linesOf(name)).toEqual(expect.arrayContaining(HARDENED));
  expect(linesOf(name).filter((line) => /^(User=gum|DynamicUser=yes)$/.test(line))).toHaveLength(1);
});

it.each(services)("%s comes back, or somebody gets to know that it failed", (name) => {
  if (name.startsWith("gum-alert")) return;
  const [type] = valuesOf(name, "Type");
  if (type === "oneshot") expect(valuesOf(name, "OnFailure")).toEqual(["gum-alert@%n.service"]);
  else expect(linesOf(name)).toEqual(expect.arrayContaining(["Restart=always", "StartLimitIntervalSec=0"]));
});

it.each(timers)("%s starts a unit that there is", (name) => {
  const unit = valuesOf(name, "Unit")[0] ?? name.replace(".timer", ".service");
  expect(services).toContain(unit.replace(/@.*\./, "@."));
  expect(valuesOf(name, "Persistent")).toEqual(["yes"]);
});

it("ends the server no sooner than it has drained", () => {
  const [, drain] = /DRAIN_SECONDS=(\d+)/.exec(valuesOf("gum.service", "Environment").join())!;
  expect(Number(valuesOf("gum.service", "TimeoutStopSec")[0])).toBeGreaterThan(
    Number(drain) + REQUESTS_SECONDS,
  );
});

const HAS_SYSTEMD = fs.existsSync("/usr/bin/systemd-analyze");
const TITLE = notHere("systemd-analyze verify", HAS_SYSTEMD, "systemd is not installed");
describe.skipIf(!HAS_SYSTEMD)(TITLE, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-units-"));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  const INSTANCES: Record<string, string[]> = {
    "gum-cron": ["minutely", "hourly", "daily"],
    "gum-backup": ["nightly", "check"],
    "gum-alert": ["gum-backup@check.service"],
  };

  it("has nothing to say", () => {
    for (const name of names) {
      const text = fs.readFileSync(path.join(FOLDER, name), "utf8");
      const [, base, ending] = /^(.*?)@?(\.\w+)$/.exec(name)!;
      const copies = name.includes("@")
        ? INSTANCES[base!]!.map((each) => `${base}@${each}${ending}`)
        : [name];
      for (const each of [name, ...copies])
        fs.writeFileSync(path.join(folder, each), text.replaceAll("/usr/bin/node", process.execPath));
    }
    const units = fs.readdirSync(folder).filter((name) => !name.includes("@."));
    const { status, stdout, stderr } = spawnSync(
      "/usr/bin/systemd-analyze",
      ["verify", "--recursive-errors=no", ...units.map((name) => path.join(folder, name))],
      { encoding: "utf8" },
    );
    // Its status is 0 for keys that it does not know, too.
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });
});
