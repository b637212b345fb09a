import { notFound } from "next/navigation";
import { cache } from "react";
import { shareParams, type App } from "@/lib/apps/contract";
import { getSharedApp } from "@/lib/apps/service";
import { orNotFound } from "@/lib/http/or-not-found";

/** The app behind a share link, read once per request. */
export const readSharedOrNotFound = cache(async (viewerId: string | null, shareId: string): Promise<App> => {
  if (!shareParams.safeParse({ shareId }).success) notFound();
  return orNotFound(() => getSharedApp({ viewer: viewerId === null ? null : { id: viewerId }, shareId }));
});
