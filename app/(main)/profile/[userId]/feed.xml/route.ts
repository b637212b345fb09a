import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { profileFeed } from "@/lib/guests/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read the feed of a person", ja: "人のフィードを取得する" },
  auth: "none",
  params: z.strictObject({ userId: z.string().max(61) }),
  handler: async ({ params }) => {
    const [t, language] = await Promise.all([getTranslations("guest"), getLocale()]);
    const xml = await profileFeed({
      idOrName: params.userId,
      language,
      titleOf: (name) => t("feed", { name }),
    });
    return new Response(xml, {
      headers: {
        "content-type": "application/rss+xml; charset=utf-8",
        "cache-control": "public, max-age=300",
        // Search engines index the page, unless its owner hides from search.
        "x-robots-tag": "noindex",
      },
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
