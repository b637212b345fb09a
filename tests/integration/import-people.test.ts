import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import * as peopleRoute from "@/app/api/v2/users/me/imports/people/route";
import { IMPORT_PEOPLE } from "@/lib/config/export-limits";
import { db } from "@/lib/db/client";
import { block, follow, mute } from "@/lib/people/follow-service";
import type { PeopleHere } from "@/lib/people/import-contract";
import type { Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

const find = (as: TestPerson, people: { id: string; username: string }[]) =>
  call<PeopleHere & Problem>(peopleRoute.POST, { as, method: "POST", json: { people } });
const named = async ({ id }: TestPerson) =>
  (await db().user.findUniqueOrThrow({ where: { id }, select: { username: true } })).username;

it("finds the people of an archive by id, and by a name that may be another person's", async () => {
  const [me, same, other, blocker, muted] = await Promise.all(
    ["me", "same", "other", "blocker", "muted"].map((name) => makePerson(`${name}-people`, { isNew: true })),
  );
  await follow({ actor: me!, userId: same!.id });
  await mute({ actor: me!, userId: muted!.id });
  await block({ actor: blocker!, userId: me!.id });
  const elsewhere = randomUUID();
  const { status, body } = await find(me!, [
    { id: same!.id, username: "as_it_was_there" },
    { id: elsewhere, username: await named(other!) },
    { id: muted!.id, username: await named(muted!) },
    { id: blocker!.id, username: await named(blocker!) },
    { id: randomUUID(), username: await named(me!) },
    { id: randomUUID(), username: "nobody_has_this" },
    { id: randomUUID(), username: "☃ is no name" },
  ]);
  expect(status).toBe(200);
  expect(body.items).toEqual([
    {
      idThere: same!.id,
      person: expect.objectContaining({ id: same!.id }) as unknown,
      isSame: true,
      relation: { following: true, blocked: false, muted: false },
    },
    {
      idThere: elsewhere,
      person: expect.objectContaining({ id: other!.id }) as unknown,
      isSame: false,
      relation: { following: false, blocked: false, muted: false },
    },
    {
      idThere: muted!.id,
      person: expect.objectContaining({ id: muted!.id }) as unknown,
      isSame: true,
      relation: { following: false, blocked: false, muted: true },
    },
  ]);
  // It only looks.
  expect(await db().follow.count({ where: { followerId: me!.id } })).toBe(1);
});

it("refuses more people than a request may name", async () => {
  const me = await makePerson("many-people", { isNew: true });
  const people = Array.from({ length: IMPORT_PEOPLE + 1 }, () => ({ id: randomUUID(), username: "x" }));
  expect((await find(me, people)).status).toBe(400);
});
