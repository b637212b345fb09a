import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { linkPreviewQuery, linkPreviewSchema } from "@/lib/links/contract";
import { previewCard } from "@/lib/links/service";

export const GET = route({
  summary: { en: "Preview the card of a link", ja: "リンクのカードをプレビューする" },
  auth: "onboarded",
  query: linkPreviewQuery,
  response: linkPreviewSchema,
  handler: async ({ viewer, query }) => ({
    body: { card: await previewCard({ actor: viewer, url: query.url }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
