import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as reviewsRoute from "@/app/api/apps/[id]/reviews/route";
import * as mineRoute from "@/app/api/apps/[id]/reviews/mine/route";
import * as answerRoute from "@/app/api/apps/[id]/reviews/[reviewId]/answer/route";
import * as answerReportsRoute from "@/app/api/apps/[id]/reviews/[reviewId]/answer/reports/route";
import * as helpfulRoute from "@/app/api/apps/[id]/reviews/[reviewId]/helpful/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as caseRoute from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as undoRoute from "@/app/api/v1/moderation/decisions/[id]/undo/route";
import * as notificationsRoute from "@/app/api/v1/notifications/route";
import * as reportsRoute from "@/app/api/v1/reports/route";
import { removeAccount } from "@/lib/account/service";
import type { App, Rating } from "@/lib/apps/contract";
import { db, inTransaction } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import type { ActResponse } from "@/lib/moderation/queue-contract";
import type { NotificationPage } from "@/lib/notifications/contract";
import { block } from "@/lib/people/follow-service";
import type { OwnReview, Review, SavedReview } from "@/lib/reviews/contract";
import type { Page } from "@/lib/shared/contract";
import { makeApp, makePackage, upload, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let maker: TestPerson;
let ren: TestPerson;
let sora: TestPerson;
let app: App;

const run = (as: TestPerson, of = app) => call(runsRoute.POST, { as, params: { id: of.id }, json: {} });
const write = (as: TestPerson | undefined, stars: number, text = "", of = app) =>
  call<SavedReview & Problem>(mineRoute.PUT, {
    as,
    params: { id: of.id },
    method: "PUT",
    json: { stars, text },
  });
const remove = (as: TestPerson, of = app) =>
  call<{ rating: Rating } & Problem>(mineRoute.DELETE, { as, params: { id: of.id }, method: "DELETE" });
const own = async (as: TestPerson, of = app) =>
  (await call<OwnReview>(mineRoute.GET, { as, params: { id: of.id } })).body;
const read = (as: TestPerson | undefined, query = {}, of = app) =>
  call<Page<Review> & Problem>(reviewsRoute.GET, { as, params: { id: of.id }, query });
const texts = async (as: TestPerson, query = {}, of = app) =>
  (await read(as, query, of)).body.items.map(({ text }) => text);
const vote = (as: TestPerson, { id: reviewId, appId: id }: Review, on = true) =>
  call<Review & Problem>(on ? helpfulRoute.POST : helpfulRoute.DELETE, {
    as,
    params: { id, reviewId },
    method: on ? "POST" : "DELETE",
  });
const answer = (as: TestPerson, { id: reviewId, appId: id }: Review, text: string) =>
  call<Review & Problem>(answerRoute.PUT, { as, params: { id, reviewId }, method: "PUT", json: { text } });
const takeAnswer = (as: TestPerson, { id: reviewId, appId: id }: Review) =>
  call<Review & Problem>(answerRoute.DELETE, { as, params: { id, reviewId }, method: "DELETE" });
const rating = async (of = app) =>
  (await call<App>(appRoute.GET, { as: maker, params: { id: of.id } })).body.rating;
const told = async (as: TestPerson, of: App) =>
  (await call<NotificationPage>(notificationsRoute.GET, { as })).body.items.filter(
    ({ kind, app: about }) => kind.includes("review") && about?.id === of.id,
  );
const counted = async ({ id }: Review) =>
  (await db().review.findUniqueOrThrow({ where: { id }, select: { helpfulCount: true } })).helpfulCount;
const makeModerator = async (name: string) => {
  const person = await makePerson(name);
  await db().user.update({ where: { id: person.id }, data: { role: "moderator" }, select: { id: true } });
  return person;
};
const limit = (person: TestPerson, until: Date | null) =>
  db().user.update({ where: { id: person.id }, data: { limitedUntil: until }, select: { id: true } });

/** Somebody who has run the app. */
async function makeRunner(name: string, of = app): Promise<TestPerson> {
  const person = await makePerson(name);
  await run(person, of);
  return person;
}
const newApp = (name: string) => makeApp(maker, { name, version: "1.0.0" }, { published: true });

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [maker, ren, sora] = await Promise.all([
    makePerson("rev_maker"),
    makePerson("rev_ren"),
    makePerson("rev_sora"),
  ]);
  app = await newApp("Reviewed");
  await Promise.all([run(ren), run(sora)]);
});

describe("a review", () => {
  it("is one for each person who has run the app, and its edits count once", async () => {
    const guest = await write(undefined, 5);
    const nobody = await makePerson("rev_new");
    expect(guest.status).toBe(401);
    expect(await own(nobody)).toEqual({ review: null, standing: "run_first" });
    expect(await write(nobody, 5)).toMatchObject({ status: 403, body: { code: "run_first" } });
    expect(await own(maker)).toMatchObject({ standing: "owner" });
    await run(maker);
    expect(await write(maker, 5)).toMatchObject({ status: 403, body: { code: "forbidden" } });

    const first = await write(ren, 4, "  \n\nGood\r\nfun  ");
    expect(first).toMatchObject({
      status: 200,
      body: {
        review: { stars: 4, text: "Good\nfun", version: "1.0.0", editedAt: null, helpful: 0, answer: null },
        rating: { average: 4, count: 1, stars: [0, 0, 0, 1, 0] },
      },
    });
    // The same again is no edit.
    expect((await write(ren, 4, "Good\nfun")).body.review.editedAt).toBeNull();
    await upload(maker, {
      gumFile: await makePackage({ name: "Reviewed", version: "1.1.0" }),
      metadata: { appId: app.id },
    });
    const edited = await write(ren, 2, "\u200b \u2060");
    expect(edited.body).toMatchObject({
      review: {
        id: first.body.review.id,
        stars: 2,
        text: "",
        version: "1.1.0",
        editedAt: expect.any(String),
      },
      rating: { average: 2, count: 1 },
    });
    expect(await own(ren)).toMatchObject({ review: { stars: 2 }, standing: "may_review" });
    expect(await rating()).toEqual({ average: 2, count: 1, stars: [0, 1, 0, 0, 0] });
    expect((await remove(ren)).body.rating).toEqual({ average: null, count: 0, stars: [0, 0, 0, 0, 0] });
    expect((await remove(ren)).status).toBe(404);
  });

  it("has one to five stars and at most 1,000 characters", async () => {
    for (const stars of [0, 6, 1.5]) expect((await write(ren, stars)).status).toBe(400);
    expect((await write(ren, 3, "é".repeat(1_001))).status).toBe(400);
    expect((await write(ren, 3, "👨‍👩‍👧".repeat(1_000))).status).toBe(200);
    await remove(ren);
  });

  it("is refused from limited people and those with a block between them and the maker", async () => {
    await limit(ren, new Date(Date.now() + 60_000));
    expect(await write(ren, 5)).toMatchObject({ status: 403, body: { code: "account_limited" } });
    await limit(ren, null);
    for (const [name, by] of [
      ["rev_blocked", "maker"],
      ["rev_blocker", "person"],
    ] as const) {
      const person = await makeRunner(name);
      const [actor, userId] = by === "maker" ? [maker, person.id] : [person, maker.id];
      await block({ actor, userId });
      expect(await write(person, 1)).toMatchObject({ status: 404, body: { code: "unknown_app" } });
      expect((await read(person)).status).toBe(404);
    }
  });

  it("is not seen where its writer is not, nor on a private app", async () => {
    const of = await newApp("Seen");
    const [one, two] = await Promise.all([makeRunner("rev_one", of), makeRunner("rev_two", of)]);
    const { review } = (await write(one, 5, "hello", of)).body;
    expect(await texts(two, {}, of)).toEqual(["hello"]);
    await vote(two, review);
    await block({ actor: one, userId: two.id });
    expect(await texts(two, {}, of)).toEqual([]);
    expect((await vote(two, review)).status).toBe(404);
    expect(await counted(review)).toBe(1);
    // Who voted before can take that back, though there is nothing to show.
    expect((await vote(two, review, false)).status).toBe(404);
    expect(await counted(review)).toBe(0);
    expect((await read(undefined, {}, of)).status).toBe(401);
    const unpublish = { as: maker, params: { id: of.id }, json: { isPublic: false }, method: "PATCH" };
    await call(publishRoute.PATCH, unpublish);
    expect(await read(two, {}, of)).toMatchObject({ status: 404, body: { code: "unknown_app" } });
    expect((await vote(sora, review)).status).toBe(404);
    // Its writer can still take it back.
    expect((await remove(one, of)).status).toBe(200);
  });
});

describe("a list of reviews", () => {
  it("is ordered by votes or time, in pages that hold each once", async () => {
    const of = await newApp("Listed");
    const people = await Promise.all(
      ["a", "b", "c", "d", "e"].map((name) => makeRunner(`rev_list_${name}`, of)),
    );
    const reviews: Review[] = [];
    for (const [index, person] of people.entries())
      reviews.push((await write(person, 3, `review ${index}`, of)).body.review);
    const [first, , third] = reviews;
    for (const person of [ren, sora]) await vote(person, first!);
    await vote(ren, third!);
    const pages = async (orderBy: string) => {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const { body } = await read(ren, { orderBy, limit: 2, ...(after && { after }) }, of);
        found.push(...body.items.map(({ text }) => text.slice(-1)));
        after = body.nextCursor;
      } while (after);
      return found.join("");
    };
    expect(await pages("useful")).toBe("02431");
    expect(await pages("newest")).toBe("43210");
    const { nextCursor } = (await read(ren, { orderBy: "newest", limit: 2 }, of)).body;
    for (const query of [{ after: "x" }, { after: nextCursor }, { orderBy: "best" }])
      expect((await read(ren, query, of)).status).toBe(400);
  });

  it("counts a vote once, and none for one's own", async () => {
    const { review } = (await write(ren, 5, "votes")).body;
    expect((await vote(ren, review)).status).toBe(403);
    await Promise.all([vote(sora, review), vote(sora, review), vote(maker, review)]);
    expect((await read(sora)).body.items).toMatchObject([{ helpful: 2, viewer: { helpful: true } }]);
    await Promise.all([vote(sora, review, false), vote(sora, review, false)]);
    expect((await read(sora)).body.items).toMatchObject([{ helpful: 1, viewer: { helpful: false } }]);
    expect((await vote(sora, { ...review, id: app.id })).status).toBe(404);
    await limit(sora, new Date(Date.now() + 60_000));
    expect((await vote(sora, review)).body.code).toBe("account_limited");
    await limit(sora, null);
  });
});

describe("the maker's answer", () => {
  it("is only the maker's, and each side is notified once", async () => {
    const of = await newApp("Answered");
    const one = await makeRunner("rev_answered", of);
    const { review } = (await write(one, 2, "Too hard", of)).body;
    await write(one, 3, "Hard", of);
    expect(await told(maker, of)).toMatchObject([{ kind: "app_review", comment: { content: "★★★☆☆ Hard" } }]);
    expect(await answer(one, review, "no")).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await answer(sora, review, "no")).status).toBe(403);
    expect((await answer(maker, review, " \u200b")).status).toBe(400);
    expect((await answer(maker, { ...review, appId: app.id }, "elsewhere")).status).toBe(404);
    const answered = await answer(maker, review, "There is an easy level now.");
    expect(answered).toMatchObject({
      status: 200,
      body: { answer: { text: "There is an easy level now." } },
    });
    await answer(maker, review, "There is a very easy level now.");
    expect(await told(one, of)).toMatchObject([
      { kind: "review_answer", comment: { content: "There is a very easy level now." } },
    ]);
    expect(await own(one, of)).toMatchObject({
      review: { answer: { text: "There is a very easy level now." } },
    });
    expect((await takeAnswer(one, review)).status).toBe(403);
    expect((await takeAnswer(maker, review)).body.answer).toBeNull();
    expect(await told(one, of)).toEqual([]);
    await remove(one, of);
    expect(await told(maker, of)).toEqual([]);
  });
});

describe("an answer that breaks the rules", () => {
  it("is reported as its maker's, with its words, and a moderator deletes it", async () => {
    const of = await newApp("Rude");
    const [one, mod] = await Promise.all([makeRunner("rev_insulted", of), makeModerator("rev_judge")]);
    const { review } = (await write(one, 2, "Too hard", of)).body;
    const params = { id: of.id, reviewId: review.id };
    const report = (as: TestPerson) =>
      call<Problem>(answerReportsRoute.POST, { as, params, json: { reason: "harassment", note: "" } });
    expect((await report(one)).status).toBe(404);
    await answer(maker, review, "You are a fool.");
    expect((await report(maker)).body.code).toBe("forbidden");
    expect((await report(one)).status).toBe(201);
    const about = { as: mod, params: { type: "user", id: maker.id } };
    expect((await call(caseRoute.GET, about)).body).toMatchObject({
      content: { href: `/apps/${of.id}#reviews` },
      reports: [{ said: "You are a fool." }],
    });
    expect((await takeAnswer(one, review)).status).toBe(403);
    expect(await takeAnswer(mod, review)).toMatchObject({ status: 200, body: { answer: null } });
    expect((await call(caseRoute.GET, about)).body).toMatchObject({
      decisions: [{ action: "remove_answer", excerpt: "You are a fool.", canUndo: false }],
      history: [{ action: "remove_answer" }],
    });
  });

  it("is taken back by its maker also where they no longer see the review", async () => {
    const of = await newApp("Parted");
    const one = await makeRunner("rev_parted", of);
    const { review } = (await write(one, 2, "Too hard", of)).body;
    await answer(maker, review, "Sorry.");
    await block({ actor: one, userId: maker.id });
    expect((await takeAnswer(maker, review)).status).toBe(404);
    expect((await own(one, of)).review?.answer ?? null).toBeNull();
    const row = { where: { id: review.id }, select: { answer: true } };
    expect(await db().review.findUnique(row)).toEqual({ answer: null });
  });

  it("is written while the review is, without either waiting for the other for ever", async () => {
    const of = await newApp("Crossed");
    const one = await makeRunner("rev_crossed", of);
    const { review } = (await write(one, 2, "0", of)).body;
    const rounds = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        Promise.all([write(one, (at % 5) + 1, `${at}`, of), answer(maker, review, `${at}`)]),
      ),
    );
    expect(new Set(rounds.flat().map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("the counters", () => {
  const drift = async (of: App) => {
    const rows = await db().review.findMany({ where: { appId: of.id }, select: { stars: true } });
    const stars = [1, 2, 3, 4, 5].map((each) => rows.filter((row) => row.stars === each).length);
    expect((await rating(of)).stars).toEqual(stars);
    return rows.length;
  };

  it("equal the rows after writes at the same time, and after an account is deleted", async () => {
    const of = await newApp("Counted");
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => makeRunner(`rev_count_${at}`, of)));
    const statuses = await Promise.all(
      people.flatMap((person, index) =>
        [1, 2, 3].map(async (round) => (await write(person, ((index + round) % 5) + 1, "", of)).status),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    await Promise.all([remove(people[0]!, of), write(people[1]!, 5, "", of), remove(people[2]!, of)]);
    expect(await drift(of)).toBe(4);

    const { items } = (await read(ren, {}, of)).body;
    const kept = items.find(({ author }) => author.id === people[3]!.id)!;
    await Promise.all([vote(people[1]!, kept), vote(ren, kept)]);
    await inTransaction((tx) => removeAccount(people[1]!.id, tx));
    expect(await drift(of)).toBe(3);
    expect((await read(ren, {}, of)).body.items.find(({ id }) => id === kept.id)).toMatchObject({
      helpful: 1,
    });

    await db().$executeRaw`UPDATE apps SET star_counts = '{9,9,9,9,9}' WHERE id = ${of.id}::uuid`;
    await db().$executeRaw`UPDATE reviews SET helpful_count = 7 WHERE app_id = ${of.id}::uuid`;
    await runJob("counters");
    expect(await drift(of)).toBe(3);
    const counts = (await read(ren, {}, of)).body.items.map(({ helpful }) => helpful);
    expect(counts).toEqual([1, 0, 0]);
  });

  it("leave out a review that moderators hide, and count it again when they undo that", async () => {
    const of = await newApp("Judged");
    const [one, mod] = await Promise.all([makeRunner("rev_judged", of), makeModerator("rev_mod")]);
    const { review } = (await write(one, 1, "rude", of)).body;
    await Promise.all([vote(ren, review), answer(maker, review, "Sorry?")]);
    const words = { subjectType: "review", subjectId: review.id, reason: "harassment", note: "" };
    expect((await call(reportsRoute.POST, { as: maker, json: words })).status).toBeLessThan(300);
    const params = { type: "review", id: review.id };
    const seen = await call(caseRoute.GET, { as: mod, params });
    expect(JSON.stringify(seen.body)).toContain("★☆☆☆☆ rude");
    const act = { as: mod, params, json: { action: "hide", reason: "harassment" } };
    const decided = await call<ActResponse>(caseRoute.POST, act);
    expect(decided.status).toBe(200);
    expect([await drift(of), await texts(ren, {}, of)]).toEqual([0, []]);
    const id = decided.body.decisionId!;
    expect((await call(undoRoute.POST, { as: mod, params: { id }, method: "POST" })).status).toBe(204);
    expect(await drift(of)).toBe(1);
    expect((await read(ren, {}, of)).body.items).toMatchObject([
      { text: "rude", helpful: 1, answer: { text: "Sorry?" }, viewer: { helpful: true } },
    ]);
  });
});
