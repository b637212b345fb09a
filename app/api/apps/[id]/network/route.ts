import { egressLedgerEntrySchema } from "@/lib/egress/contract";
import { z } from "zod";
import { idParams, pageOf } from "@/lib/shared/contract";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listNetworkLedger } from "@/lib/egress/service";

const query = z.object({
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
});

export const GET = route({
  summary: {
    en: "List what an app requested from the internet for the viewer",
    ja: "アプリが自分のために行ったインターネット通信の一覧を取得する",
  },
  auth: "onboarded",
  params: idParams,
  query,
  response: pageOf(egressLedgerEntrySchema),
  handler: async ({ viewer, params, query: { after, limit } }) => ({
    body: await listNetworkLedger({ viewerId: viewer.id, appId: params.id, after, limit }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
