import type { MetadataRoute } from "next";

/** Only what guests see is of use to a crawler; the rest would lead it to /login. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: [
        "/$",
        "/docs",
        "/terms",
        "/privacy",
        "/playground",
        "/app/share/",
        "/api/apps/share/",
        "/_next/",
      ],
      disallow: "/",
    },
  };
}
