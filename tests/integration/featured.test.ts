import { beforeAll, expect, it } from "vitest";
import * as featureRoute from "@/app/api/apps/[id]/feature/route";
import * as featuredRoute from "@/app/api/apps/featured/route";
import type { App } from "@/lib/apps/contract";
import type { Feature } from "@/lib/apps/feature-contract";
import { listFeatureCases } from "@/lib/apps/feature-service";
import { publishApp } from "@/lib/apps/publish-service";
import { db } from "@/lib/db/client";
import type { Problem } from "@/lib/http/problem";
import { listNotifications } from "@/lib/notifications/service";
import type { Page } from "@/lib/shared/contract";
import { makeApp } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

/** Which apps the store features: proposed by their makers or moderators, decided by moderators. */

let maker: TestPerson;
let mod: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  [maker, mod, other] = await Promise.all([
    makePerson("feat_maker"),
    makePerson("feat_mod"),
    makePerson("feat_other"),
  ]);
  await db().user.update({ where: { id: mod.id }, data: { role: "moderator" } });
});

type Method = "GET" | "PUT" | "PATCH" | "DELETE";
const feature = (method: Method, as: TestPerson, id: string, json?: object) =>
  call<Feature & Problem>(featureRoute[method], { as, method, params: { id }, ...(json && { json }) });
const featured = async (as: TestPerson) =>
  (await call<Page<App>>(featuredRoute.GET, { as })).body.items.map(({ id }) => id);

it("features what moderators approved, and nothing else", async () => {
  const app = await makeApp(maker, { name: "Worth it" }, { published: true });
  const why = { reason: "It is fun." };
  expect((await feature("GET", other, app.id)).status).toBe(403);
  expect((await feature("PUT", other, app.id, why)).status).toBe(403);
  expect((await feature("PUT", maker, app.id, { reason: " " })).status).toBe(400);
  expect((await feature("GET", maker, app.id)).body.state).toBe("none");
  expect((await feature("PUT", maker, app.id, why)).body).toMatchObject({ state: "proposed", ...why });
  expect((await feature("PUT", maker, app.id, why)).body.code).toBe("conflict");
  expect(await featured(other)).not.toContain(app.id);
  await expect(listFeatureCases(maker)).rejects.toMatchObject({ code: "not_found" });
  expect((await listFeatureCases(mod)).proposed.map((each) => each.app.id)).toContain(app.id);

  expect((await feature("PATCH", maker, app.id, { approve: true })).status).toBe(404);
  expect((await feature("PATCH", mod, app.id, { approve: false })).status).toBe(400);
  const refusal = { approve: false, reason: "It needs an icon." };
  expect((await feature("PATCH", mod, app.id, refusal)).body).toMatchObject({
    state: "refused",
    answer: "It needs an icon.",
  });
  expect((await feature("PATCH", mod, app.id, { approve: true })).body.code).toBe("conflict");
  await feature("PUT", maker, app.id, { reason: "It has one now." });
  expect((await feature("PATCH", mod, app.id, { approve: true })).body.state).toBe("approved");
  expect(await featured(other)).toContain(app.id);
  const { items } = await listNotifications({ viewer: maker, query: { limit: 10 } });
  expect(items.map(({ kind, app: about, actors }) => [kind, about?.id, actors.length])).toEqual([
    ["featured", app.id, 0],
    ["feature_refused", app.id, 0],
  ]);

  await publishApp({ viewer: maker, id: app.id, isPublic: false });
  expect(await featured(other)).not.toContain(app.id);
  await publishApp({ viewer: maker, id: app.id, isPublic: true });
  expect((await feature("DELETE", other, app.id)).status).toBe(403);
  expect((await feature("DELETE", maker, app.id)).body.state).toBe("none");
  expect(await featured(other)).not.toContain(app.id);
  const audit = await db().auditEntry.findMany({
    where: { subjectId: app.id },
    orderBy: { id: "asc" },
    select: { action: true, note: true },
  });
  expect(audit).toEqual([
    { action: "refuse_feature", note: "It needs an icon." },
    { action: "approve_feature", note: "" },
  ]);
});

it("is not decided by the maker, and not proposed before it is published", async () => {
  const own = await makeApp(mod, { name: "Mine" }, { published: true });
  await feature("PUT", mod, own.id, { reason: "Me" });
  expect((await feature("PATCH", mod, own.id, { approve: true })).body.code).toBe("forbidden");
  const draft = await makeApp(maker, { name: "Draft" });
  expect((await feature("PUT", maker, draft.id, { reason: "Soon" })).body.code).toBe("conflict");
  const proposed = await makeApp(maker, { name: "Found" }, { published: true });
  expect((await feature("PUT", mod, proposed.id, { reason: "Look" })).body.state).toBe("proposed");
});
