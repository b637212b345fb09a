import "server-only";
import type { z } from "zod";
import { route, type Summary } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";
import { peopleQuery, personSchema, userParams, type ReactorList } from "./contract";
import type { RelationChange } from "./follow-service";
import { listHiddenPeople, listReactors, listUserFollows } from "./service";

type Change = (change: RelationChange) => Promise<object>;

type Side = { summary: Summary; service: Change };

/** Changes a relation between the viewer and the person `{id}`. */
export function relationRoute(response: z.ZodType, { summary, service }: Side) {
  return route({
    summary,
    auth: "onboarded",
    limit: "writes",
    params: idParams,
    response,
    handler: async ({ viewer, params }) => ({ body: await service({ actor: viewer, userId: params.id }) }),
  });
}

/** POST starts and DELETE ends the viewer's relation to the person `{id}`. */
export function relationRoutes(response: z.ZodType, start: Side, end: Side) {
  return { POST: relationRoute(response, start), DELETE: relationRoute(response, end) };
}

/** Lists who follows the person `{id}`, or whom they follow. */
export function followsRoute(side: "followers" | "following") {
  return route({
    summary:
      side === "followers"
        ? { en: "List who follows a person", ja: "フォロワーの一覧を取得する" }
        : { en: "List whom a person follows", ja: "フォロー中の人の一覧を取得する" },
    auth: "onboarded",
    scope: "read",
    params: userParams,
    query: peopleQuery,
    response: pageOf(personSchema),
    handler: async ({ viewer, params, query }) => ({
      body: await listUserFollows({ viewer, idOrName: params.id, side, query }),
    }),
  });
}

/** Lists who likes or reposts the post `{id}`. */
export function reactorsRoute(list: ReactorList) {
  return route({
    summary:
      list === "likes"
        ? { en: "List who likes a post", ja: "投稿にいいねした人の一覧を取得する" }
        : { en: "List who reposted a post", ja: "投稿をリポストした人の一覧を取得する" },
    auth: "onboarded",
    scope: "read",
    params: idParams,
    query: peopleQuery,
    response: pageOf(personSchema),
    handler: async ({ viewer, params, query }) => ({
      body: await listReactors({ viewer, postId: params.id, list, query }),
    }),
  });
}

/** Lists whom the viewer blocks or mutes. */
export function hiddenPeopleRoute(kind: "blocks" | "mutes") {
  return route({
    summary:
      kind === "blocks"
        ? { en: "List whom the viewer blocks", ja: "ブロックした人の一覧を取得する" }
        : { en: "List whom the viewer mutes", ja: "ミュートした人の一覧を取得する" },
    auth: "onboarded",
    query: peopleQuery,
    response: pageOf(personSchema),
    handler: async ({ viewer, query }) => ({ body: await listHiddenPeople({ viewer, kind, query }) }),
  });
}
