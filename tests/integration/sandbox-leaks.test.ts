/**
 * No way out. Each technique is tried three times in a real browser: on an open page, where it must reach the recorder (or the
 * test proves nothing); in a bare document with the run document's headers and element, where none of our code is in the way;
 * and as an app. The last two must reach nothing. The full run tries them all, and also in a package that is read by ranges.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { full, some } from "../support/depth";
import { leakApp } from "../support/leak-app";
import { standsAlone, techniquePage, type Target, type Technique } from "../support/leak-technique";
import { APIS, HINTS, SCRIPTS } from "../support/leaks-by-code";
import { CORNERS } from "../support/leaks-corners";
import { NEWER, NEWER_PAGES } from "../support/leaks-newer";
import { FRAMES, MEDIA, NAVIGATION, STYLES } from "../support/leaks-by-page";
import { listen, namesAskedFor, ownAddress, type Listener } from "../support/recorder";
import { openStage, type Stage } from "../support/sandbox-stage";

const FAMILIES = [APIS, SCRIPTS, HINTS, MEDIA, STYLES, NAVIGATION, FRAMES, NEWER, NEWER_PAGES, CORNERS];
/** Of each family, in `npm test`. */
const A_FAMILY = 2;

/** `LEAKS=word` tries those alone whose name holds it. */
const TECHNIQUES = FAMILIES.flatMap((family: readonly Technique[]) => some(family, A_FAMILY)).filter(
  ({ name }) => name.includes(process.env.LEAKS ?? ""),
);

type Way = "open" | "bare" | "app" | "ranged";
interface Attempt {
  technique: Technique;
  way: Way;
  listener: Listener;
}
/** Techniques on one page, of a page of their own if they are alone. */
type Group = readonly Technique[];

/** What is heard late on a busy machine is still heard: an open page is waited for, the closed ones get a fixed time. */
const OPEN_WAIT_MS = 60_000;
const CLOSED_WAIT_MS = 2_500;
const CLOSE_WAIT_MS = 5_000;
const AT_ONCE = 4;
const TOGETHER = 10;
/** Frames side by side on one closed page: each is a document or an app of its own, and they share the wait. */
const FRAMES_A_PAGE = 14;
const WAYS: readonly Way[] = ["open", "bare", "app", ...(full ? (["ranged"] as const) : [])];
const packages: Record<string, Uint8Array> = {};
const netLog = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "gum-leaks-")), "netlog.json");
const address = ownAddress();
const attempts: Attempt[] = [];
/** Of attempts that were made again: their ports stay taken, so that nothing late arrives elsewhere. */
const abandoned: Listener[] = [];
let stage: Stage;
let ranged: Stage;
/** In a lasting profile, for what no browser does in a private window. */
let lasting: Stage;
let named: Set<string>;

beforeAll(async () => {
  stage = await openStage();
  ranged = await openStage({ files: packages });
  lasting = await openStage({
    profile: path.join(path.dirname(netLog), "profile"),
    args: [`--log-net-log=${netLog}`, "--net-log-capture-mode=Everything"],
    // With it a browser makes no connection ahead of need on any page, and those tests would prove nothing.
    withoutArgs: ["--disable-background-networking"],
  });
  const groups = groupsOf(TECHNIQUES);
  const waiting = [
    ...pagesOf(groups).flatMap((page) =>
      WAYS.flatMap((way) => (way === "open" ? [] : [() => closed(page, way)])),
    ),
    ...groups.map((group) => () => open(group)),
  ];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    }),
  );
  for (const one of [stage, ranged, lasting]) await one.close();
  named = namesAskedFor(netLog);
  await Promise.all([...attempts.map(({ listener }) => listener), ...abandoned].map((one) => one.close()));
  if (process.env.LEAK_TABLE) fs.writeFileSync(process.env.LEAK_TABLE, table());
}, 1_800_000);

afterAll(() => fs.rmSync(path.dirname(netLog), { recursive: true, force: true }));

/** Techniques that leave the page alone are tried side by side. */
function groupsOf(techniques: readonly Technique[]): Group[] {
  const together = techniques.filter((technique) => !standsAlone(technique));
  const groups: Group[] = techniques.filter(standsAlone).map((technique) => [technique]);
  for (let at = 0; at < together.length; at += TOGETHER) groups.push(together.slice(at, at + TOGETHER));
  return groups;
}

/** Which groups stand side by side on a closed page; one that crashes its process has a page to itself. */
function pagesOf(groups: readonly Group[]): Group[][] {
  const single = groups.filter(([first]) => first!.crashes);
  const pages = single.map((group) => [group]);
  for (const wanted of [true, false]) {
    const same = groups.filter(([first]) => !first!.crashes && Boolean(first!.lasting) === wanted);
    for (let at = 0; at < same.length; at += FRAMES_A_PAGE) pages.push(same.slice(at, at + FRAMES_A_PAGE));
  }
  return pages;
}

async function listeners(group: Group, way: Way): Promise<Attempt[]> {
  const made = await Promise.all(
    group.map(async (technique) => ({ technique, way, listener: await listen(way) })),
  );
  attempts.push(...made);
  return made;
}

const stageOf = ([first]: Group): Stage => (first!.lasting ? lasting : stage);
const triedOf = (made: readonly Attempt[]): { technique: Technique; target: Target }[] =>
  made.map(({ technique, listener }) => ({ technique, target: targetOf(technique, listener) }));

/** The control: a tab of its own, for as long as it takes. */
async function open(group: Group): Promise<void> {
  const on = stageOf(group);
  const made = await listeners(group, "open");
  const done = (): boolean =>
    made.every(({ technique, listener }) => technique.noControl || technique.byName || listener.hits.length);
  const press = group[0]!.press;
  // Some of what is tried together a browser does for the only tab of its window.
  await onPage(await (group.length > 1 ? on.page() : on.tab()), async (page) => {
    const id = on.offer((nonce) => techniquePage(triedOf(made), nonce));
    // A page that leaves by itself never finishes loading.
    await page.goto(`${on.origin}/open?${id}`, { waitUntil: "commit" }).catch(() => {});
    // Names are told by the log alone, afterwards.
    if (group.some(({ byName }) => byName)) {
      await page.waitForLoadState("load", { timeout: OPEN_WAIT_MS }).catch(() => {});
      await page.waitForTimeout(6_000);
    }
    const until = Date.now() + OPEN_WAIT_MS;
    // A press may fall on a page that is not laid out yet; the control is worth another one.
    for (let waits = 0; Date.now() < until && !done(); waits += 1) {
      if (press && waits % 40 === 0) await pressOn(page.mainFrame(), press);
      await page.waitForTimeout(50);
    }
  });
}

/** Groups side by side, each in a frame: under the policy alone, or as apps that our own code runs. */
async function closed(groups: readonly Group[], way: Exclude<Way, "open">): Promise<void> {
  const on = way === "ranged" ? ranged : stageOf(groups[0]!);
  const frames = await Promise.all(
    groups.map(async (group) => ({ group, made: await listeners(group, way) })),
  );
  const crashed = await onPage(await on.page(), async (page) => {
    if (way !== "bare") {
      const apps = frames.map(({ made }, index) =>
        leakApp(`leak-${index}`, techniquePage(triedOf(made)), way === "ranged" ? packages : undefined),
      );
      await (await on.shellIn(page)).runTogether(apps, 8_000);
    } else {
      const ids = frames.map(({ made }) => on.offer((nonce) => techniquePage(triedOf(made), nonce)));
      await page.goto(`${on.origin}/bare?${ids.join()}`, { waitUntil: "load", timeout: 60_000 });
    }
    for (const [index, { group }] of frames.entries()) {
      const press = group[0]!.press;
      if (!press) continue;
      const place = page.locator(".together").nth(index);
      const element = way === "bare" ? place : place.locator("iframe");
      // An app that was ended has no frame any more.
      const handle = await element.elementHandle({ timeout: 2_000 }).catch(() => null);
      const frame = await handle?.contentFrame();
      if (frame) await pressOn(frame, press);
    }
    await page.waitForTimeout(CLOSED_WAIT_MS);
  });
  if (!crashed) return;
  if (groups.length === 1 && groups[0]!.length === 1)
    return console.warn(`The page of "${groups[0]![0]!.name}" crashed (${way}).`);
  // One that brings its page down takes no other with it; alone, what was heard before the end counts.
  for (const { made } of frames) {
    for (const attempt of made) {
      if (attempt.listener.hits.length) continue;
      attempts.splice(attempts.indexOf(attempt), 1);
      abandoned.push(attempt.listener);
      await closed([[attempt.technique]], way);
    }
  }
}

/** @returns whether the page or a frame of it crashed meanwhile */
async function onPage(page: Page, work: (page: Page) => Promise<void>): Promise<boolean> {
  const popups: Page[] = [];
  page.on("popup", (popup) => void popups.push(popup));
  let crashed = false;
  page.on("crash", () => (crashed = true));
  try {
    await work(page);
  } catch (error) {
    if (!crashed) throw error;
  } finally {
    // Now and then Chromium never tells that a page with many popups is closed; its browser takes it along in the end.
    const closed = Promise.all([page, ...popups].map((one) => one.close().catch(() => {})));
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_WAIT_MS))]);
  }
  return crashed;
}

function targetOf(technique: Technique, listener: Listener): Target {
  const host = technique.byName ? listener.host : "127.0.0.1";
  const udp = address && `${address}:${listener.udpPort}`;
  return { url: `http://${host}:${listener.port}`, host, port: listener.port, udp };
}

async function pressOn(frame: Frame, selector: string): Promise<void> {
  await frame
    .locator(selector)
    .first()
    .click({ timeout: 4_000, force: true })
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
    `| technique | open page (control) | policy alone | app |${full ? " app, read by ranges |" : ""}`,
    `| --- |${" --- |".repeat(WAYS.length)}`,
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
  const heard = WAYS.filter((way) => way !== "open").flatMap((way) =>
    hits(of(technique, way)).map((hit) => `${way}: ${hit}`),
  );
  expect(heard).toEqual([]);
});

if (full)
  test("packages were read by ranges", () => {
    const asked = ranged.requests.filter((request) => request.startsWith("/files/"));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((request) => !request.includes(" bytes="))).toEqual([]);
  });

test("no run document was asked for but by the host", () => {
  expect(
    [stage, ranged, lasting]
      .flatMap(({ requests }) => requests)
      .filter((request) => /leak|secret/.test(request)),
  ).toEqual([]);
});

function usesUdp(technique: Technique): boolean {
  return /WebRTC|WebTransport/.test(technique.name);
}
