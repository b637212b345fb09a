import "server-only";
import type { z } from "zod";
import { route } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";
import { peopleQuery, personSchema, userParams, type ReactorList } from "./contract";
import type { RelationChange } from "./follow-service";
import { listHiddenPeople, listReactors, listUserFollows } from "./service";

type Change = (change: RelationChange) => Promise<object>;

/** POST starts and DELETE ends the viewer's relation to the person `{id}`. */
export function relationRoutes(response: z.ZodType, start: Change, end: Change) {
  const change = (service: Change) =>
    route({
      auth: "onboarded",
      limit: "writes",
      params: idParams,
      response,
      handler: async ({ viewer, params }) => ({ body: await service({ actor: viewer, userId: params.id }) }),
    });
  return { POST: change(start), DELETE: change(end) };
}

/** Lists who follows the person `{id}`, or whom they follow. */
export function followsRoute(side: "followers" | "following") {
  return route({
    auth: "onboarded",
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
    auth: "onboarded",
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
    auth: "onboarded",
    query: peopleQuery,
    response: pageOf(personSchema),
    handler: async ({ viewer, query }) => ({ body: await listHiddenPeople({ viewer, kind, query }) }),
  });
}
