import type { MetadataRoute } from "next";
import { listSitemap } from "@/lib/guests/service";

export const dynamic = "force-dynamic";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  return (await listSitemap()).map(({ url, at }) => ({ url, lastModified: at }));
}
