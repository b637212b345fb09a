import { beforeAll, describe, expect, it } from "vitest";
import * as caseRoute from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as queueRoute from "@/app/api/v1/moderation/cases/route";
import * as answerRoute from "@/app/api/v1/moderation/decisions/[id]/answer/route";
import * as undoRoute from "@/app/api/v1/moderation/decisions/[id]/undo/route";
import * as appealRoute from "@/app/api/v1/notices/[id]/appeal/route";
import * as noticesRoute from "@/app/api/v1/notices/route";
import * as notificationsRoute from "@/app/api/v1/notifications/route";
import * as reportRoute from "@/app/api/v1/reports/route";
import { db } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import type { NoticePage } from "@/lib/moderation/notice-contract";
import type { ActBody, Case, QueuePage } from "@/lib/moderation/queue-contract";
import type { Role } from "@/lib/moderation/roles";
import type { NotificationPage } from "@/lib/notifications/contract";
import { addComment, listComments } from "@/lib/posts/comment-service";
import { editPost } from "@/lib/posts/edit-service";
import { react, repost } from "@/lib/posts/reaction-service";
import { createPost, getPost } from "@/lib/posts/service";
import { makeApp } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

let admin: TestPerson;
let mod: TestPerson;
let reporter: TestPerson;
let author: TestPerson;

const withRole = async (name: string, role: Role) => {
  const person = await makePerson(name);
  await db().user.update({ where: { id: person.id }, data: { role } });
  return person;
};

beforeAll(async () => {
  [admin, mod, reporter, author] = await Promise.all([
    withRole("judge_admin", "admin"),
    withRole("judge_mod", "moderator"),
    makePerson("judge_reporter"),
    makePerson("judge_author"),
  ]);
});

const write = async (person: TestPerson, body: string) =>
  (await createPost({ actor: person, payload: { kind: "text", body, media: [] } })).post;
const report = (as: TestPerson, type: string, id: string, reason = "spam", note = "look") =>
  call(reportRoute.POST, { as, json: { subjectType: type, subjectId: id, reason, note } });
const queue = async (query: Record<string, string> = {}, as = mod) =>
  (await call<QueuePage>(queueRoute.GET, { as, query })).body;
const read = (type: string, id: string, as = mod) => call<Case>(caseRoute.GET, { as, params: { type, id } });
const act = (type: string, id: string, json: ActBody, as = mod) =>
  call<{ code?: string }>(caseRoute.POST, { as, params: { type, id }, json });
const notices = async (as: TestPerson) => (await call<NoticePage>(noticesRoute.GET, { as })).body.items;
const told = async (as: TestPerson) =>
  (await call<NotificationPage>(notificationsRoute.GET, { as })).body.items.map(({ kind, moderation }) => ({
    kind,
    moderation,
  }));
const undo = (id: string, as = mod) => call(undoRoute.POST, { as, params: { id }, method: "POST" });
const logged = (subjectId: string) =>
  db().auditEntry.findMany({
    where: { subjectId },
    orderBy: { id: "asc" },
    select: { action: true, actorName: true, reason: true, note: true },
  });

describe("the report queue", () => {
  it("does not exist for members", async () => {
    const post = await write(author, "mine");
    await report(reporter, "post", post.id);
    expect((await call(queueRoute.GET, { as: reporter })).status).toBe(404);
    expect((await read("post", post.id, reporter)).status).toBe(404);
    expect((await act("post", post.id, { action: "remove" }, reporter)).status).toBe(404);
    expect((await act("post", post.id, { action: "dismiss" })).status).toBe(200);
  });

  it("groups reports by thing, with words, history and what may be done", async () => {
    const post = await write(author, "buy this");
    await report(reporter, "post", post.id, "spam", "an advert");
    await report(reporter, "post", post.id, "spam", "an advert, again");
    await report(admin, "post", post.id, "other", "");
    const page = await queue({ type: "post" });
    expect(page.items).toMatchObject([
      { type: "post", id: post.id, excerpt: "buy this", reports: 2, reasons: ["other", "spam"] },
    ]);
    expect(page.counts).toMatchObject({ open: 1, appeals: 0, byType: { post: 1 } });
    expect((await queue({ reason: "hate" })).items).toEqual([]);
    const { body } = await read("post", post.id);
    expect(body).toMatchObject({
      exists: true,
      content: { text: "buy this", href: `/post/${post.id}` },
      person: { username: "judge_author", role: "member", limitedUntil: null },
      actions: ["dismiss", "warn", "label", "hide", "remove", "limit", "suspend"],
    });
    expect(body.reports.map(({ note }) => note).sort()).toEqual(["", "an advert, again"]);
    expect((await read("post", post.id, admin)).body.actions).toContain("delete");
    expect((await act("post", post.id, { action: "dismiss", note: "fine" })).status).toBe(200);
    expect((await queue()).items).toEqual([]);
    expect((await queue({ queue: "done", type: "post" })).items[0]).toMatchObject({ id: post.id });
    expect(await told(reporter)).toMatchObject([{ kind: "report", moderation: { isUpheld: false } }, {}]);
    expect(await logged(post.id)).toEqual([
      { action: "dismiss", actorName: "judge_mod", reason: "other", note: "fine" },
    ]);
    expect(await notices(author)).toEqual([]);
  });

  it("lets nobody judge themselves or those above, and admins judge moderators", async () => {
    const [ofMod, ofAdmin] = [await write(mod, "by a moderator"), await write(admin, "by an admin")];
    await report(reporter, "post", ofMod.id);
    await report(reporter, "post", ofAdmin.id);
    expect((await read("post", ofMod.id)).body.actions).toEqual([]);
    expect((await read("post", ofAdmin.id)).body.actions).toEqual([]);
    for (const action of ["dismiss", "remove", "suspend"] as const) {
      expect((await act("post", ofMod.id, { action })).body.code).toBe("forbidden");
      expect((await act("post", ofAdmin.id, { action })).body.code).toBe("forbidden");
      expect((await act("post", ofAdmin.id, { action }, admin)).body.code).toBe("forbidden");
    }
    expect((await act("post", ofMod.id, { action: "warn" }, admin)).status).toBe(200);
    expect(await notices(mod)).toMatchObject([{ action: "warn" }]);
    await report(reporter, "user", author.id);
    expect((await act("user", author.id, { action: "delete" })).body.code).toBe("forbidden");
    expect((await act("user", author.id, { action: "hide" })).body.code).toBe("forbidden");
    await act("user", author.id, { action: "dismiss" });
  });
});

describe("what is taken away", () => {
  it("comes back with all that belongs to it", async () => {
    const quoted = await write(reporter, "the quoted one");
    const { post } = await createPost({
      actor: author,
      payload: { kind: "text", body: "harsh words", media: [], quote: quoted.id },
    });
    await react({ actor: reporter, postId: post.id, kind: "like", on: true });
    await repost({ actor: reporter, postId: post.id, on: true });
    await addComment({ actor: reporter, subject: { type: "post", id: post.id }, content: "no" });
    await db().user.update({ where: { id: author.id }, data: { pinnedPostId: post.id } });
    const before = await getPost({ viewer: author, id: post.id });
    const countOf = async () => (await db().user.findUniqueOrThrow({ where: { id: author.id } })).postsCount;
    const posts = await countOf();
    await report(reporter, "post", post.id, "harassment");

    expect(
      (await act("post", post.id, { action: "hide", reason: "harassment", message: "Be kind." })).status,
    ).toBe(200);
    await expect(getPost({ viewer: author, id: post.id })).rejects.toMatchObject({ code: "not_found" });
    expect(await countOf()).toBe(posts - 1);
    expect((await getPost({ viewer: author, id: quoted.id })).counts.quotes).toBe(0);
    const [notice] = await notices(author);
    expect(notice).toMatchObject({
      action: "hide",
      reason: "harassment",
      message: "Be kind.",
      excerpt: "harsh words",
    });
    expect((await told(author))[0]).toMatchObject({ kind: "decision", moderation: { action: "hide" } });
    expect((await read("post", post.id)).body).toMatchObject({
      exists: false,
      content: { text: "harsh words" },
    });

    expect((await undo(notice!.id)).status).toBe(204);
    expect(await getPost({ viewer: author, id: post.id })).toEqual(before);
    expect(await countOf()).toBe(posts);
    expect((await getPost({ viewer: author, id: quoted.id })).counts.quotes).toBe(1);
    expect((await db().user.findUniqueOrThrow({ where: { id: author.id } })).pinnedPostId).toBe(post.id);
    expect(await db().post.count({ where: { parentId: post.id } })).toBe(1);
    expect((await undo(notice!.id)).status).toBe(409);
    expect((await logged(post.id)).map(({ action }) => action)).toEqual(["hide", "undo_hide"]);
  });

  it("is nothing with a label, which everybody sees, its author cannot take off, and moderators can", async () => {
    const post = await write(author, "graphic words");
    const { post: quoting } = await createPost({
      actor: reporter,
      payload: { kind: "text", body: "look", media: [], quote: post.id },
    });
    expect((await act("post", post.id, { action: "label", reason: "violence" })).status).toBe(200);
    const label = { reason: "violence", warning: "" };
    const warning = "Labelled by the moderators: violence";
    expect(await getPost({ viewer: reporter, id: post.id })).toMatchObject({
      body: "graphic words",
      warning,
      label,
    });
    expect((await getPost({ viewer: author, id: quoting.id })).quote).toMatchObject({
      post: { warning, label },
    });
    const [first] = await notices(author);
    expect(first).toMatchObject({ action: "label", reason: "violence", excerpt: "graphic words" });

    await editPost({ actor: author, id: post.id, edit: { body: "other words", warning: "mine" } });
    expect(await getPost({ viewer: reporter, id: post.id })).toMatchObject({
      warning: "mine",
      label: { reason: "violence", warning: "mine" },
    });
    await act("post", post.id, { action: "label", reason: "sexual" });
    const [second] = await notices(author);
    expect((await undo(first!.id)).status).toBe(204);
    expect((await getPost({ viewer: author, id: post.id })).label).toMatchObject({ reason: "sexual" });
    expect((await undo(second!.id)).status).toBe(204);
    const after = await getPost({ viewer: author, id: post.id });
    expect([after.warning, after.label]).toEqual(["mine", undefined]);
    expect((await logged(post.id)).map(({ action }) => action)).toEqual([
      "label",
      "label",
      "undo_label",
      "undo_label",
    ]);
    expect((await act("user", author.id, { action: "label" })).body.code).toBe("forbidden");
  });

  it("is nothing with a label where a reply is read as a comment, nor after it was undone while the post was gone", async () => {
    const post = await write(reporter, "what do you think?");
    const subject = { type: "post" as const, id: post.id };
    const { id } = await addComment({ actor: author, subject, content: "graphic words" });
    await act("post", id, { action: "label", reason: "violence" });
    const query = { limit: 20, after: undefined };
    const { items } = await listComments({ viewer: reporter, subject, query });
    expect(items.map(({ content }) => content)).toEqual(["Labelled by the moderators: violence"]);

    const [label] = await notices(author);
    await act("post", id, { action: "hide", reason: "violence" });
    const [hidden] = await notices(author);
    expect((await undo(label!.id)).status).toBe(204);
    expect((await undo(hidden!.id)).status).toBe(204);
    const after = await getPost({ viewer: reporter, id });
    expect([after.body, after.label]).toEqual(["graphic words", undefined]);
  });

  it("is a reply, too, whose count follows, and a comment on an app", async () => {
    const post = await write(reporter, "open for comments");
    const subject = { type: "post" as const, id: post.id };
    const reply = await addComment({ actor: author, subject, content: "rude" });
    await report(reporter, "comment", reply.id);
    expect((await act("post", reply.id, { action: "remove" })).status).toBe(200);
    expect((await getPost({ viewer: author, id: post.id })).counts.comments).toBe(0);
    await undo((await notices(author))[0]!.id);
    expect((await getPost({ viewer: author, id: post.id })).counts.comments).toBe(1);

    const app = await makeApp(reporter, { name: "Commented" }, { published: true });
    const onApp = { type: "app" as const, id: app.id };
    const comment = await addComment({ actor: author, subject: onApp, content: "rude again" });
    await report(reporter, "comment", comment.id);
    const count = async () => (await db().app.findUniqueOrThrow({ where: { id: app.id } })).commentsCount;
    expect((await act("comment", comment.id, { action: "hide" })).status).toBe(200);
    expect(await count()).toBe(0);
    await undo((await notices(author))[0]!.id);
    expect(await count()).toBe(1);
  });

  it("is gone for good after its time", async () => {
    const post = await write(author, "gone");
    await report(reporter, "post", post.id);
    await act("post", post.id, { action: "remove" });
    const [notice] = await notices(author);
    await runJob("removals", new Date(Date.now() + 29 * 86_400_000));
    expect((await read("post", post.id)).body.decisions[0]).toMatchObject({ canUndo: true });
    await runJob("removals", new Date(Date.now() + 31 * 86_400_000));
    expect((await read("post", post.id)).body.decisions[0]).toMatchObject({ canUndo: false });
    expect((await undo(notice!.id)).status).toBe(409);
  });
});

describe("an appeal", () => {
  it("waits in the queue, is answered, and the person is told", async () => {
    const post = await write(author, "a misunderstanding");
    await report(reporter, "post", post.id);
    await act("post", post.id, { action: "remove", reason: "spam" });
    const [notice] = await notices(author);
    const appeal = (as: TestPerson, text = "It was a joke") =>
      call(appealRoute.POST, { as, params: { id: notice!.id }, json: { text } });
    expect((await appeal(reporter)).status).toBe(409);
    expect((await appeal(author, " ")).status).toBe(400);
    expect((await appeal(author)).status).toBe(204);
    expect((await appeal(author)).status).toBe(409);
    expect((await queue({ queue: "appeals" })).items).toMatchObject([{ id: post.id, key: notice!.id }]);
    const answer = (json: object, as = mod) =>
      call(answerRoute.POST, { as, params: { id: notice!.id }, json });
    expect((await answer({ undo: true, text: "You are right." }, author)).status).toBe(404);
    expect((await answer({ undo: true, text: "You are right." })).status).toBe(204);
    expect((await answer({ undo: false, text: "No." })).status).toBe(409);
    expect((await getPost({ viewer: author, id: post.id })).body).toBe("a misunderstanding");
    expect((await notices(author))[0]).toMatchObject({
      isUndone: true,
      appeal: { text: "It was a joke", answer: "You are right." },
    });
    expect((await told(author))[0]).toMatchObject({ kind: "appeal", moderation: { isUndone: true } });
    expect((await queue({ queue: "appeals" })).items).toEqual([]);
  });

  it("leaves the queue when the decision is undone without an answer", async () => {
    const post = await write(author, "a clear mistake");
    await act("post", post.id, { action: "remove", reason: "spam" });
    const [notice] = await notices(author);
    await call(appealRoute.POST, { as: author, params: { id: notice!.id }, json: { text: "Look again" } });
    expect((await queue()).counts.appeals).toBe(1);
    expect((await undo(notice!.id)).status).toBe(204);
    const { items, counts } = await queue({ queue: "appeals" });
    expect([items, counts.appeals]).toEqual([[], 0]);
    expect((await notices(author))[0]).toMatchObject({ isUndone: true, appeal: { answer: null } });
    const late = { as: mod, params: { id: notice!.id }, json: { undo: false, text: "No." } };
    expect((await call(answerRoute.POST, late)).status).toBe(409);
  });
});

describe("floods and forgeries", () => {
  it("a person has one report a thing, and only so many an hour", async () => {
    const flooder = await makePerson("flooder");
    const post = await write(author, "target");
    const statuses = [];
    for (let round = 0; round < 21; round++) statuses.push((await report(flooder, "post", post.id)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    expect((await read("post", post.id)).body.reports).toHaveLength(1);
  });

  it("a role is not taken from the request", async () => {
    const forged = await call(queueRoute.GET, {
      as: reporter,
      headers: { "x-role": "admin", cookie: "role=admin" },
    });
    expect(forged.status).toBe(404);
    const post = await write(author, "still here");
    expect((await act("post", post.id, { action: "remove" }, reporter)).status).toBe(404);
    await db().user.update({ where: { id: mod.id }, data: { role: "member" } });
    expect((await call(queueRoute.GET, { as: mod })).status).toBe(404);
    await db().user.update({ where: { id: mod.id }, data: { role: "moderator" } });
  });
});
