/**
 * No way out. Each technique is tried three times in a real browser: on an open page, where it must reach the recorder (or the
 * test proves nothing); in a bare document with the run document's headers and element, where none of our code is in the way;
 * and as an app. The last two must reach nothing.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standsAlone, techniquePage, type Target, type Technique } from "../support/leak-technique";
import { APIS, HINTS, SCRIPTS } from "../support/leaks-by-code";
import { NEWER, NEWER_PAGES } from "../support/leaks-newer";
import { FRAMES, MEDIA, NAVIGATION, STYLES } from "../support/leaks-by-page";
import { listen, namesAskedFor, ownAddress, type Listener } from "../support/recorder";
import { openStage, type Stage } from "../support/sandbox-stage";

const ALL: Technique[] = [
  ...APIS,
  ...SCRIPTS,
  ...HINTS,
  ...MEDIA,
  ...STYLES,
  ...NAVIGATION,
  ...FRAMES,
  ...NEWER,
  ...NEWER_PAGES,
];

/** `LEAKS=word` tries those alone whose name holds it. */
const TECHNIQUES = ALL.filter(({ name }) => name.includes(process.env.LEAKS ?? ""));

type Way = "open" | "bare" | "app";
interface Attempt {
  technique: Technique;
  way: Way;
  listener: Listener;
}

/** What is heard late on a busy machine is still heard: an open page is waited for, the closed ones get a fixed time. */
const OPEN_WAIT_MS = 12_000;
const CLOSED_WAIT_MS = 1_200;
const AT_ONCE = 3;
const TOGETHER = 10;
const WAYS: readonly Way[] = ["open", "bare", "app"];
const netLog = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "gum-leaks-")), "netlog.json");
const address = ownAddress();
const attempts: Attempt[] = [];
let stage: Stage;
/** In a lasting profile, for what no browser does in a private window. */
let lasting: Stage;
let named: Set<string>;

beforeAll(async () => {
  stage = await openStage();
  lasting = await openStage({
    profile: path.join(path.dirname(netLog), "profile"),
    args: [`--log-net-log=${netLog}`, "--net-log-capture-mode=Everything"],
    // With it a browser makes no connection ahead of need on any page, and those tests would prove nothing.
    withoutArgs: ["--disable-background-networking"],
  });
  const groups = groupsOf(TECHNIQUES);
  const waiting = groups.flatMap((group) => WAYS.map((way) => ({ group, way })));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await attempt(next.group, next.way);
    }),
  );
  await Promise.all([stage.close(), lasting.close()]);
  named = namesAskedFor(netLog);
  await Promise.all(attempts.map(({ listener }) => listener.close()));
  if (process.env.LEAK_TABLE) fs.writeFileSync(process.env.LEAK_TABLE, table());
}, 900_000);

afterAll(() => fs.rmSync(path.dirname(netLog), { recursive: true, force: true }));

/** Techniques that leave the page alone are tried side by side. */
function groupsOf(techniques: readonly Technique[]): Technique[][] {
  const together = techniques.filter((technique) => !standsAlone(technique));
  const groups = techniques.filter(standsAlone).map((technique) => [technique]);
  for (let at = 0; at < together.length; at += TOGETHER) groups.push(together.slice(at, at + TOGETHER));
  return groups;
}

async function attempt(group: readonly Technique[], way: Way): Promise<void> {
  const made = await Promise.all(
    group.map(async (technique) => ({ technique, way, listener: await listen(way) })),
  );
  attempts.push(...made);
  const tried = made.map(({ technique, listener }) => ({ technique, target: targetOf(technique, listener) }));
  const on = group[0]?.lasting ? lasting : stage;
  const page = await on.page();
  const popups: Page[] = [];
  page.on("popup", (popup) => void popups.push(popup));
  let crashed = false;
  page.on("crash", () => (crashed = true));
  try {
    await place(on, page, tried, way);
    const press = group[0]?.press;
    if (press) await pressOn(page, press, way);
    const done = (): boolean =>
      way === "open" &&
      made.every(
        ({ technique, listener }) => technique.noControl || technique.byName || listener.hits.length,
      );
    const until = Date.now() + (way === "open" ? OPEN_WAIT_MS : CLOSED_WAIT_MS);
    for (let waits = 1; Date.now() < until && !done(); waits += 1) {
      await page.waitForTimeout(100);
      // A press may fall on a page that is not laid out yet; the control is worth another one.
      if (press && way === "open" && waits % 20 === 0 && !done()) await pressOn(page, press, way);
    }
  } catch (error) {
    if (!crashed) throw error;
  } finally {
    await Promise.all([page, ...popups].map((one) => one.close()));
  }
  // One that brings its page down takes no other with it; alone, what was heard before the end counts.
  if (crashed && group.length > 1) {
    for (const { technique, listener } of made) {
      attempts.splice(
        attempts.findIndex((one) => one.technique === technique && one.way === way),
        1,
      );
      await listener.close();
      await attempt([technique], way);
    }
  } else if (crashed) console.warn(`The page of "${group[0]!.name}" crashed (${way}).`);
}

function targetOf(technique: Technique, listener: Listener): Target {
  const host = technique.byName ? listener.host : "127.0.0.1";
  const udp = address && `${address}:${listener.udpPort}`;
  return { url: `http://${host}:${listener.port}`, host, port: listener.port, udp };
}

async function place(
  on: Stage,
  page: Page,
  tried: { technique: Technique; target: Target }[],
  way: Way,
): Promise<void> {
  if (way === "app") {
    const shell = await on.shellIn(page);
    const app = {
      files: { "index.html": techniquePage(tried) },
      manifest: { required_capabilities: ["eval"] },
    };
    await shell.run(app, { settleMs: 0, loadMs: 3_000 });
    return;
  }
  const id = on.offer((nonce) => techniquePage(tried, nonce));
  // A page that leaves by itself never finishes loading.
  await page.goto(`${on.origin}/${way}?${id}`, { waitUntil: "commit" }).catch(() => {});
  await page.waitForTimeout(300);
}

async function pressOn(page: Page, selector: string, way: Way): Promise<void> {
  const frame =
    way === "open" ? page.mainFrame() : page.frames().find((one) => one.parentFrame() === page.mainFrame());
  await frame
    ?.locator(selector)
    .first()
    .click({ timeout: way === "open" ? 4_000 : 10_000, force: true })
    .catch(() => {});
}

/** What was heard, by technique; `LEAK_TABLE=<file>` writes it. */
function table(): string {
  const cell = (technique: Technique, way: Way): string => {
    const heard = hits(of(technique, way)).length > 0;
    if (way === "open") return heard ? "heard" : (technique.noControl ?? "not heard");
    return heard ? "**heard**" : "nothing";
  };
  const rows = TECHNIQUES.map(
    (technique) => `| ${technique.name} | ${WAYS.map((way) => cell(technique, way)).join(" | ")} |`,
  );
  return [
    "| technique | open page (control) | policy alone | app |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

function hits({ technique, listener }: Attempt): string[] {
  return technique.byName ? [...listener.hits, ...(named.has(listener.host) ? ["name"] : [])] : listener.hits;
}

const of = (technique: Technique, way: Way): Attempt =>
  attempts.find((one) => one.technique === technique && one.way === way)!;

test("the recorder hears every technique on an open page", () => {
  const deaf = TECHNIQUES.filter((technique) => !technique.noControl && !(usesUdp(technique) && !address))
    .filter((technique) => !hits(of(technique, "open")).length)
    .map(({ name }) => name);
  expect(deaf).toEqual([]);
});

test.each(TECHNIQUES.map((technique) => [technique.name, technique] as const))("%s", (_name, technique) => {
  expect({ bare: hits(of(technique, "bare")), app: hits(of(technique, "app")) }).toEqual({
    bare: [],
    app: [],
  });
});

test("no run document was asked for but by the host", () => {
  expect([...stage.requests, ...lasting.requests].filter((request) => /leak|secret/.test(request))).toEqual(
    [],
  );
});

function usesUdp(technique: Technique): boolean {
  return /WebRTC|WebTransport/.test(technique.name);
}
