import type { MetadataRoute } from "next";
import { serverEnv } from "@/lib/config/env.server";
import { instanceSettings } from "@/lib/instance/settings.server";

// Dynamic, because public profiles are a setting of the instance.
export const dynamic = "force-dynamic";

const OPEN = [
  "/$",
  "/docs",
  "/terms",
  "/privacy",
  "/rules",
  "/about",
  "/playground",
  "/app/share/",
  "/api/apps/share/",
  "/api/oembed",
  "/_next/",
];
const PUBLIC_FACE = [
  "/profile/",
  "/post/",
  "/collections/",
  "/api/files/",
  "/api/posts/",
  "/api/rooms/",
  // The preview pictures of posts about apps, and of collections.
  "/api/apps/*/icon",
  "/api/apps/*/banner",
  "/sitemap.xml",
];

/** Only what guests see is of use to a crawler; the rest would lead it to /login. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { APP_URL } = serverEnv();
  const { publicProfiles } = await instanceSettings();
  return {
    rules: { userAgent: "*", allow: [...OPEN, ...(publicProfiles ? PUBLIC_FACE : [])], disallow: "/" },
    ...(publicProfiles && { sitemap: `${APP_URL}/sitemap.xml` }),
  };
}
