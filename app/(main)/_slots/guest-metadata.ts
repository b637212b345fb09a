import type { Metadata } from "next";
import { serverEnv } from "@/lib/config/env.server";

/** Link preview and oEmbed metadata of pages that guests see. `path` begins with a slash. */
export function guestMetadata({
  title,
  description,
  path,
  images,
  isLarge,
  type,
  feed,
  isHidden,
}: {
  title: string;
  description: string;
  path: string;
  images: { url: string; width: number; height: number; alt: string }[];
  isLarge: boolean;
  type: "article" | "profile";
  feed?: string;
  /** The person does not want to be found by search. */
  isHidden: boolean;
}): Metadata {
  const oembed = `/api/oembed?url=${encodeURIComponent(serverEnv().APP_URL + path)}`;
  return {
    title,
    description,
    ...(isHidden && { robots: { index: false, follow: false } }),
    alternates: {
      canonical: path,
      types: { "application/json+oembed": oembed, ...(feed && { "application/rss+xml": feed }) },
    },
    openGraph: { type, title, description, url: path, siteName: "Gum", images },
    twitter: { card: isLarge ? "summary_large_image" : "summary" },
  };
}
