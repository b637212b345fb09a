import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as beginRoute from "@/app/api/apps/[id]/scores/runs/route";
import * as scoresRoute from "@/app/api/apps/[id]/scores/route";
import * as appsRoute from "@/app/api/apps/route";
import type { App, AppRunResponse } from "@/lib/apps/contract";
import { SCORE_CHECKS_AT_ONCE, SCORE_CHECKS_WAITING, SCORE_LOG_CHARS } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { resetLimit } from "@/lib/infra/rate-limiter";
import type { BegunRun, ScoreList, SubmittedScore } from "@/lib/scores/contract";
import { runAgain } from "@/lib/scores/replay.server";
import { makePackage, uploadForm } from "../support/apps";
import { full } from "../support/depth";
import { call, makePerson, type TestPerson } from "../support/people";

/** Rolls dice; the handlers of each drawing are numbered on: Roll, Done, Loop, Later. */
const SCRIPT = `
  let sum = 0;
  const draw = () => ui.render(ui.column(
    ui.button("Roll", () => { sum += 1 + Math.floor(Math.random() * 6); draw(); }),
    ui.button("Done", () => gum.scores.submit("sum", sum)),
    ui.button("Loop", () => { for (;;); }),
    ui.button("Later", () => setTimeout(() => gum.scores.submit("sum", Date.now() % 1e9), 5000)),
  ));
  draw();
`;
const MANIFEST = {
  name: "Dice",
  entry: { module: "main.js" },
  runtime_target: "quickjs",
  scores: [{ id: "sum", title: "Sum", verified: true }],
};

let mika: TestPerson;
let ren: TestPerson;
let app: App;

beforeAll(async () => {
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
  const { id } = (await upload(MANIFEST)).body;
  const published = { as: mika, params: { id }, json: { isPublic: true }, method: "PATCH" };
  app = (await call<App>(publishRoute.PATCH, published)).body;
});
beforeEach(async () => {
  await db().score.deleteMany({});
  await Promise.all(
    [mika, ren].flatMap(({ id }) => [resetLimit("scores", `${id}:${app.id}`), resetLimit("scoreChecks", id)]),
  );
});

const upload = async (manifest: object, metadata: object = {}) =>
  call<App>(appsRoute.POST, {
    as: mika,
    form: uploadForm({ gumFile: await makePackage(manifest, { "main.js": SCRIPT }), metadata }),
  });
const tokenOf = async (as: TestPerson) =>
  (await call<AppRunResponse>(runsRoute.POST, { as, params: { id: app.id }, json: {} })).body.runToken;

/** mulberry32, as the documentation names it. */
function dice(seed: number, rolls: number): number {
  let sum = 0;
  for (let left = rolls; left > 0; left--) {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    sum += 1 + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * 6);
  }
  return sum;
}

const HEAD = JSON.stringify({ theme: "light", locale: "en", capabilities: ["scores"] });
const press = (handler: number, wait = 10) => JSON.stringify([wait, "event", handler, "[]"]);
/** The inputs of so many rolls and a press of "Done". */
const rolls = (count: number) =>
  Array.from({ length: count }, (_, index) => press(4 * index + 1)).concat(press(4 * count + 2));
const logOf = (lines: string[]) => [HEAD, ...lines].join("\n");

async function begin(as = mika, version = app.version): Promise<{ run: BegunRun; runToken: string }> {
  const runToken = await tokenOf(as);
  const json = { runToken, version };
  const { status, body } = await call<BegunRun>(beginRoute.POST, { as, params: { id: app.id }, json });
  expect(status).toBe(201);
  return { run: body, runToken };
}
type Begun = Awaited<ReturnType<typeof begin>>;
const hand = (
  { run, runToken }: Begun,
  { value, log, number = 1, as = mika }: { value: number; log: string; number?: number; as?: TestPerson },
) =>
  call<SubmittedScore & { code?: string; details?: { reason: string } }>(scoresRoute.POST, {
    as,
    params: { id: app.id },
    json: { runToken, board: "sum", value, proof: { runId: run.id, call: number, log } },
  });
const refused = (reason: string | RegExp) => ({
  status: 422,
  body: { code: "score_unverified", details: { reason: expect.stringMatching(reason) } },
});

describe("a verified score", () => {
  it("is taken with the mark when it comes out again, once", async () => {
    const begun = await begin();
    const value = dice(begun.run.seed, 5);
    const log = logOf(rolls(5));
    expect(await hand(begun, { value, log })).toMatchObject({
      status: 200,
      body: { best: value, verified: true },
    });
    expect(await hand(begun, { value, log })).toMatchObject({ status: 409, body: { code: "score_used" } });
    const list = await call<ScoreList>(scoresRoute.GET, {
      as: ren,
      params: { id: app.id },
      query: { board: "sum" },
    });
    expect(list.body).toMatchObject({ verified: true, items: [{ value }] });
  });

  it("may be followed by others of the same run, whose log goes on from there", async () => {
    const begun = await begin();
    const { seed } = begun.run;
    const first = rolls(2);
    expect((await hand(begun, { value: dice(seed, 2), log: logOf(first) })).status).toBe(200);
    const more = [...first, press(9), press(14)];
    expect((await hand(begun, { value: dice(seed, 3), log: logOf(more), number: 2 })).status).toBe(200);
    const other = [...rolls(3), press(14)];
    expect(await hand(begun, { value: dice(seed, 3), log: logOf(other), number: 3 })).toMatchObject(
      refused("goes on differently"),
    );
  });

  it("of two that arrive at once with the same log counts once", async () => {
    const begun = await begin();
    const score = { value: dice(begun.run.seed, 1), log: logOf(rolls(1)) };
    const answers = await Promise.all([hand(begun, score), hand(begun, score)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("is refused with an edited value, an edited log, or the number of another call", async () => {
    const begun = await begin();
    const value = dice(begun.run.seed, 3);
    const log = logOf(rolls(3));
    expect(await hand(begun, { value: value + 1, log })).toMatchObject(refused("Another score"));
    expect(await hand(begun, { value, log: logOf(rolls(4)) })).toMatchObject(refused("Another score"));
    expect(await hand(begun, { value, log, number: 2 })).toMatchObject(refused("Another score"));
    for (const broken of ["", "x", logOf(["{}"]), logOf(['[1,"call",1]']), logOf(['[-5,"frame"]'])])
      expect(await hand(begun, { value, log: broken })).toMatchObject(refused("cannot be read"));
    expect(await hand(begun, { value, log: logOf([...rolls(3), '[1,"more"]']) })).toMatchObject(
      refused("turn too many"),
    );
    expect(await db().score.count()).toBe(0);
  });

  it("is refused without a run, in somebody else's, and in a run of another time", async () => {
    const begun = await begin();
    const value = dice(begun.run.seed, 1);
    const log = logOf(rolls(1));
    const json = { runToken: begun.runToken, board: "sum", value };
    expect(await call(scoresRoute.POST, { as: mika, params: { id: app.id }, json })).toMatchObject(
      refused("not recorded"),
    );
    const theirs = { ...begun, runToken: await tokenOf(ren) };
    expect(await hand(theirs, { value, log, as: ren })).toMatchObject(refused("no such run"));
    const late = logOf([press(1, 3_600_000), press(6)]);
    expect(await hand(begun, { value, log: late })).toMatchObject(refused("times of the log"));
    const where = { id: begun.run.id };
    await db().scoreRun.update({ where, data: { startedAt: new Date(Date.now() - 3_600_000) } });
    expect(await hand(begun, { value, log })).toMatchObject(refused("times of the log"));
    await db().scoreRun.update({ where, data: { startedAt: new Date(Date.now() - 25 * 3_600_000) } });
    expect(await hand(begun, { value, log })).toMatchObject(refused("too old"));
  });

  it("is refused when a timer was not waited for", async () => {
    const begun = await begin();
    const log = logOf([press(4), '[20,"timer",1]']);
    const value = (begun.run.startMs + 5_010) % 1e9;
    expect(await hand(begun, { value, log })).toMatchObject(refused("too early"));
  });

  if (full) {
    it("is refused when its log is too long, or never comes to an end", async () => {
      const begun = await begin();
      const long = await hand(begun, { value: 1, log: logOf(["x".repeat(SCORE_LOG_CHARS)]) });
      expect(long).toMatchObject({ status: 400, body: { code: "validation_error" } });
      const frames = logOf(Array<string>(20_001).fill("0"));
      expect(await hand(begun, { value: 1, log: frames })).toMatchObject(refused("cannot be read"));
      expect(await hand(begun, { value: 1, log: logOf([press(3), press(2)]) })).toMatchObject(
        refused("took too long"),
      );
    });
  }

  if (full) {
    it("is told to come again when too many are being checked", async () => {
      const begun = await begin();
      const score = { value: dice(begun.run.seed, 1), log: logOf(rolls(1)) };
      const check = (code: string) =>
        runAgain({
          entry: "main.js",
          files: [["main.js", code]],
          memoryMb: 16,
          facts: { app: { id: app.id, name: "Dice", version: "1.0.0" }, userId: mika.id },
          deterministic: { seed: 7, startMs: 1_700_000_000_000, recorded: true },
          log: HEAD,
        });
      // All places are taken at once, before the score comes: some work as long as they may, the others wait.
      const others = [
        ...Array.from({ length: SCORE_CHECKS_AT_ONCE }, () => check("for (;;);")),
        ...Array.from({ length: SCORE_CHECKS_WAITING }, () => check("")),
      ];
      expect(await hand(begun, score)).toMatchObject({ body: { code: "score_checks_busy" } });
      const problems = (await Promise.all(others)).map(({ problem }) => problem);
      expect(problems.slice(SCORE_CHECKS_AT_ONCE)).toEqual(Array(SCORE_CHECKS_WAITING).fill(null));
      expect(await hand(begun, score)).toMatchObject({ status: 200 });
    });
  }

  it("is refused of another version than the current one", async () => {
    const begun = await begin();
    const next = await upload({ ...MANIFEST, version: "1.1.0" }, { appId: app.id });
    expect(next.body.version).toBe("1.1.0");
    const score = { value: dice(begun.run.seed, 1), log: logOf(rolls(1)) };
    expect(await hand(begun, score)).toMatchObject(refused("another version"));
    const json = { runToken: begun.runToken, version: app.version };
    const answer = await call(beginRoute.POST, { as: mika, params: { id: app.id }, json });
    expect(answer).toMatchObject(refused("Another version"));
  });
});
