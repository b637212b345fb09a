import { pageOf } from "@/lib/shared/contract";
import { sessionInfoSchema, endedSessionsResponse } from "@/lib/auth/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { endOtherSessions, getSessions } from "@/lib/auth/session-service";

export const GET = route({
  summary: { en: "List the viewer's sessions", ja: "自分のセッションの一覧を取得する" },
  auth: "user",
  response: pageOf(sessionInfoSchema),
  handler: async ({ viewer }) => ({
    body: { items: await getSessions({ userId: viewer.id, currentId: viewer.sessionId }), nextCursor: null },
  }),
});

export const DELETE = route({
  summary: { en: "Sign out all other sessions", ja: "ほかのすべてのセッションをサインアウトする" },
  auth: "user",
  limit: "writes",
  response: endedSessionsResponse,
  handler: async ({ viewer }) => ({
    body: { ended: await endOtherSessions({ userId: viewer.id, currentId: viewer.sessionId }) },
  }),
});

export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");
