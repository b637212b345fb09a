import fs from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { SETTING_NAMES } from "./env.server";

/** The examples in docs/deploy name settings that there are, files that there are, and times that fit each other. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

/** Of the processes beside the server; each reads them where it starts. */
const BESIDE: Record<string, readonly string[]> = {
  "bin/realtime.mjs": ["GUM_URL", "HOST", "METRICS_TOKEN", "REALTIME_PORT"],
  "bin/cron.mjs": ["GUM_URL", "CRON_SECRET"],
  "bin/gum/backup-plan.mjs": ["BACKUP_URL", "BACKUP_HOUR", "BACKUP_KEEP"],
  "bin/gum/verify.mjs": ["BACKUP_CHECK_DATABASE_URL"],
  "bin/gum/s3-place.mjs": ["BACKUP_S3_ENDPOINT", "BACKUP_S3_REGION", "BACKUP_S3_ACCESS_KEY_ID"],
};
const KNOWN = new Set([...SETTING_NAMES, ...Object.values(BESIDE).flat()]);

/** The last requests under way. */
const REQUESTS_SECONDS = 10;

function secondsOf(time: string): number {
  const [, amount, unit] = /^(\d+)\s*(s|m|min|sec)?$/.exec(time)!;
  return Number(amount) * (unit === "m" || unit === "min" ? 60 : 1);
}

/** The files of the repository that a command runs or reads. */
const filesIn = (command: string): string[] => command.match(/\b(?:bin|node_modules)\/[\w./-]+/g) ?? [];

it.each(Object.entries(BESIDE))("%s reads the settings that it is known for", (file, names) => {
  for (const name of names) expect(read(file)).toContain(name);
});

describe("compose.yaml", () => {
  type Service = {
    build?: { context: string; dockerfile: string };
    command?: string[];
    environment?: Record<string, string>;
    env_file?: string;
    restart?: string;
    stop_grace_period?: string;
    healthcheck?: { test: string[] };
    ports?: string[];
    volumes?: string[];
    depends_on?: Record<string, { condition: string }>;
  };
  const text = read("docs/deploy/compose.yaml");
  const { services, volumes } = load(text) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const ours = Object.entries(services).filter(([, { build }]) => build);

  it("runs what an instance needs", () => {
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining(["gum", "migrate", "cron", "realtime", "backup", "database"]),
    );
  });

  it.each(ours)("%s: its settings are known, and its files exist", (_, service) => {
    for (const name of Object.keys(service.environment ?? {})) expect(KNOWN).toContain(name);
    for (const file of filesIn((service.command ?? []).join(" ")))
      expect(fs.existsSync(path.join(ROOT, file)), file).toBe(true);
    const { context, dockerfile } = service.build!;
    expect(fs.existsSync(path.join(ROOT, "docs/deploy", context, dockerfile))).toBe(true);
  });

  it("names settings of .env that are known", () => {
    const listed = /^# Beside this file, \.env: (.*)\.$/m.exec(text)![1]!.split(", ");
    // PostgreSQL's image reads it, too.
    for (const name of listed.filter((each) => each !== "POSTGRES_PASSWORD"))
      expect(
        [...KNOWN].some((known) => new RegExp(`^${name.replace("*", ".*")}$`).test(known)),
        name,
      ).toBe(true);
    for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(listed).toContain(name);
  });

  it.each(Object.entries(services))("%s comes back, and is watched where it listens", (name, service) => {
    expect(service.restart).toBe(name === "migrate" ? "on-failure" : "unless-stopped");
    if (service.ports || name === "database") expect(service.healthcheck?.test[0]).toMatch(/^CMD/);
    for (const word of service.healthcheck?.test ?? []) expect(word).toBeTypeOf("string");
    for (const needed of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(needed);
    for (const volume of service.volumes ?? []) expect(volumes).toHaveProperty(volume.split(":")[0]!);
  });

  it("waits for what a service needs", () => {
    for (const { depends_on: needed = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(needed))
        if (condition === "service_healthy") expect(services[name]!.healthcheck).toBeDefined();
  });

  it("ends the server no sooner than it has drained", () => {
    const { environment, stop_grace_period: grace } = services.gum!;
    expect(secondsOf(grace!)).toBeGreaterThan(Number(environment!.DRAIN_SECONDS) + REQUESTS_SECONDS);
  });

  it("gives the websockets' process no secret but the one that reads metrics", () => {
    expect(services.realtime!.env_file).toBeUndefined();
    expect(Object.keys(services.realtime!.environment!).sort()).toEqual(BESIDE["bin/realtime.mjs"]);
  });
});
