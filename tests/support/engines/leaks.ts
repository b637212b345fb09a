/** The techniques of the leak suite in another engine: on an open page, which is the control, and as apps, also read by ranges. */
import { leakApp } from "../leak-app";
import { techniquePage, standsAlone, type Target, type Technique } from "../leak-technique";
import { listen, ownAddress, type Listener } from "../recorder";
import { packed, serveStage } from "../sandbox-stage";
import { until, type Engine, type EngineName, type EnginePage } from "./engine";
import { openEngine } from "./open";
import { NAMES_DOMAIN, recordNames, type NameRecorder } from "./names";

export interface Heard {
  technique: Technique;
  /** Undefined: it was not tried on an open page. */
  open: string[] | undefined;
  app: string[];
  ranged: string[];
}

const TOGETHER = 10;
const FRAMES_A_PAGE = 12;
const OPEN_WAIT_MS = 60_000;
const CLOSED_WAIT_MS = 2_000;
const address = ownAddress();

/** @param controlled those that are tried on an open page, too */
export async function tryInEngine(
  name: EngineName,
  techniques: readonly Technique[],
  controlled: readonly Technique[],
): Promise<Heard[]> {
  const names = await recordNames();
  const stage = await serveStage();
  const packages: Record<string, Uint8Array> = {};
  const rangedStage = await serveStage({ files: packages });
  const engine = await openEngine(name, { ahead: true, ...(names && { wrap: names.wrap }) });
  const open = new Map<Technique, Listener>();
  const app = new Map<Technique, Listener>();
  const ranged = new Map<Technique, Listener>();
  try {
    const tried = techniques.filter((technique) => names || !technique.byName);
    const groups = groupsOf(tried);
    for (const technique of tried) {
      open.set(technique, await listen("open", NAMES_DOMAIN));
      app.set(technique, await listen("app", NAMES_DOMAIN));
      ranged.set(technique, await listen("ranged", NAMES_DOMAIN));
    }
    const hits = (listener: Listener): string[] =>
      names?.asked.has(listener.host) ? [...listener.hits, "name"] : listener.hits;
    const heardOpen = (technique: Technique): boolean => hits(open.get(technique)!).length > 0;
    for (const group of groupsOf(tried.filter((technique) => controlled.includes(technique)))) {
      const page = await engine.page();
      const id = stage.offer((nonce) => techniquePage(targets(group, open), nonce));
      await tryOpen(page, `${stage.origin}/open?${id}`, group, () => group.every(heardOpen));
    }
    for (let at = 0; at < groups.length; at += FRAMES_A_PAGE) {
      const some = groups.slice(at, at + FRAMES_A_PAGE);
      await tryAsApps(await engine.page(), stage.origin, some, { listeners: app });
      await tryAsApps(await engine.page(), rangedStage.origin, some, { listeners: ranged, packages });
      for (const name of Object.keys(packages)) delete packages[name];
    }
    return tried.map((technique) => ({
      technique,
      open: controlled.includes(technique) ? hits(open.get(technique)!) : undefined,
      app: hits(app.get(technique)!),
      ranged: hits(ranged.get(technique)!),
    }));
  } finally {
    await close(engine, [stage, rangedStage], names);
    // After the engine: it repeats STUN requests, and the port may be somebody else's by then.
    const listeners = [open, app, ranged].flatMap((each) => [...each.values()]);
    await Promise.all(listeners.map((listener) => listener.close()));
  }
}

async function close(
  engine: Engine,
  stages: readonly { close(): Promise<void> }[],
  names: NameRecorder | null,
): Promise<void> {
  await engine.close();
  for (const stage of stages) await stage.close();
  await names?.close();
}

function groupsOf(techniques: readonly Technique[]): Technique[][] {
  const groups = techniques.filter(standsAlone).map((technique) => [technique]);
  const together = techniques.filter((technique) => !standsAlone(technique));
  for (let at = 0; at < together.length; at += TOGETHER) groups.push(together.slice(at, at + TOGETHER));
  return groups;
}

function targets(
  group: readonly Technique[],
  listeners: ReadonlyMap<Technique, Listener>,
): { technique: Technique; target: Target }[] {
  return group.map((technique) => {
    const { host, port, udpPort } = listeners.get(technique)!;
    const reached = technique.byName ? host : "127.0.0.1";
    const target = { url: `http://${reached}:${port}`, host, port, udp: address && `${address}:${udpPort}` };
    return { technique, target };
  });
}

async function tryOpen(
  page: EnginePage,
  url: string,
  group: readonly Technique[],
  isHeard: () => boolean,
): Promise<void> {
  await page.goto(url).catch(() => {});
  const { press } = group[0]!;
  if (press) await page.click({ css: press, waitMs: 20_000 }).catch(() => {});
  await until(async () => isHeard(), "it is heard", OPEN_WAIT_MS).catch(() => {});
  await page.close().catch(() => {});
}

async function tryAsApps(
  page: EnginePage,
  origin: string,
  groups: readonly (readonly Technique[])[],
  {
    listeners,
    packages,
  }: { listeners: ReadonlyMap<Technique, Listener>; packages?: Record<string, Uint8Array> },
): Promise<void> {
  await page.goto(origin);
  await until(() => page.run("return Boolean(window.stage)"), "the stage is there");
  const apps = groups.map((group, index) =>
    packed(leakApp(`leak-${index}`, techniquePage(targets(group, listeners)), packages)),
  );
  await page.run("stage.leaksAccepted = true; await stage.runTogether(args[0], 6000)", [apps]);
  for (const [index, group] of groups.entries()) {
    const { press } = group[0]!;
    const frame = `.together:nth-of-type(${index + 1})`;
    if (press) await page.click({ css: press, frame, waitMs: 1_000 }).catch(() => {});
  }
  await new Promise((resolve) => setTimeout(resolve, CLOSED_WAIT_MS));
  await page.close().catch(() => {});
}
