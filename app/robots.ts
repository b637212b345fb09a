import type { MetadataRoute } from "next";
import { serverEnv } from "@/lib/config/env.server";

// PUBLIC_PROFILES is a setting of the instance, not of the build.
export const dynamic = "force-dynamic";

const OPEN = [
  "/$",
  "/docs",
  "/terms",
  "/privacy",
  "/playground",
  "/app/share/",
  "/api/apps/share/",
  "/api/oembed",
  "/_next/",
];
const PUBLIC_FACE = ["/profile/", "/post/", "/api/files/", "/api/posts/", "/api/rooms/", "/sitemap.xml"];

/** Only what guests see is of use to a crawler; the rest would lead it to /login. */
export default function robots(): MetadataRoute.Robots {
  const { PUBLIC_PROFILES, APP_URL } = serverEnv();
  return {
    rules: { userAgent: "*", allow: [...OPEN, ...(PUBLIC_PROFILES ? PUBLIC_FACE : [])], disallow: "/" },
    ...(PUBLIC_PROFILES && { sitemap: `${APP_URL}/sitemap.xml` }),
  };
}
