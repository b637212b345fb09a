import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import * as cardReportsRoute from "@/app/api/rooms/[id]/card/reports/route";
import * as cardRoute from "@/app/api/rooms/[id]/card/route";
import * as roomRoute from "@/app/api/rooms/[id]/route";
import * as caseRoute from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as reportsRoute from "@/app/api/v1/reports/route";
import { db } from "@/lib/db/client";
import type { Case } from "@/lib/moderation/queue-contract";
import { mute, unmute } from "@/lib/people/follow-service";
import { inRoom, type RoomScene } from "../support/in-room";
import { call, makePerson, type TestPerson } from "../support/people";

/** Reports of what an app shows in a post, and what moderators see of them. */
let scene: RoomScene;
const calls = inRoom((entered) => (scene = entered));
beforeEach(async () => {
  await calls.join(scene.ren);
  await call(cardRoute.PUT, {
    as: scene.ren,
    params: { id: scene.room.id },
    json: { title: "Something bad", bars: [{ label: "Curry", value: 2 }] },
    method: "PUT",
  });
});

const kept = (id: string) => db().report.findUniqueOrThrow({ where: { id } });
const reportCard = (as: TestPerson, { reason = "harassment", id = scene.room.id } = {}) =>
  call<{ id: string }>(cardReportsRoute.POST, { as, params: { id }, json: { reason, note: "look" } });

it("a report of the post holds what its card said", async () => {
  const json = { subjectType: "post", subjectId: scene.postId, reason: "harassment" };
  const { status, body } = await call<{ id: string }>(reportsRoute.POST, { as: scene.aoi, json });
  expect(status).toBe(201);
  expect((await kept(body.id)).context).toMatchObject({
    room: { card: { authorId: scene.ren.id, content: { title: "Something bad" } } },
  });
});

it("a report of the card is about whoever's copy of the app said it, whom nobody has to know", async () => {
  const { ren, mika, aoi, app, postId, room } = scene;
  const sent = await reportCard(mika);
  expect(sent.status).toBe(201);
  expect(JSON.stringify(sent.body)).not.toContain(ren.id);
  expect(await kept(sent.body.id)).toMatchObject({
    subjectType: "user",
    subjectId: ren.id,
    personId: ren.id,
    reason: "harassment",
    note: "look",
    context: { username: "ren", card: { postId, appId: app.id, text: "Something bad · Curry: 2" } },
  });
  const judge = await makePerson("card_judge");
  await db().user.update({ where: { id: judge.id }, data: { role: "moderator" } });
  const { body } = await call<Case>(caseRoute.GET, { as: judge, params: { type: "user", id: ren.id } });
  expect(body.content).toMatchObject({ extra: "Something bad · Curry: 2", href: `/post/${postId}` });
  expect(body.actions).toContain("suspend");

  // Each report keeps its own words.
  await calls.join(aoi);
  await call(cardRoute.PUT, { as: ren, params: { id: room.id }, json: { title: "Worse" }, method: "PUT" });
  await reportCard(aoi);
  const both = await call<Case>(caseRoute.GET, { as: judge, params: { type: "user", id: ren.id } });
  const of = (id: string) => both.body.reports.find(({ reporter }) => reporter?.id === id)?.said;
  expect([of(mika.id), of(aoi.id)]).toEqual(["Something bad · Curry: 2", "Worse"]);
});

it("words that the app put into the reporter's mouth are reported as the app's", async () => {
  const { body } = await reportCard(scene.ren);
  expect(await kept(body.id)).toMatchObject({
    subjectType: "app",
    subjectId: scene.app.id,
    personId: scene.mika.id,
    context: { name: "Together", card: { text: "Something bad · Curry: 2" } },
  });
});

it("only who sees a card reports it", async () => {
  const { aoi, ren, mika, room } = scene;
  expect((await reportCard(aoi, { reason: "dislike" })).status).toBe(400);
  expect((await reportCard(aoi, { id: randomUUID() })).status).toBe(404);
  await mute({ actor: aoi, userId: ren.id });
  expect((await reportCard(aoi)).status).toBe(404);
  await unmute({ actor: aoi, userId: ren.id });
  await call(roomRoute.PATCH, {
    as: mika,
    params: { id: room.id },
    json: { isCardHidden: true },
    method: "PATCH",
  });
  expect((await reportCard(aoi)).status).toBe(404);
});
