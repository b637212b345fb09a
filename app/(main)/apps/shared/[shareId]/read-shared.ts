import { notFound } from "next/navigation";
import { cache } from "react";
import { shareParams, type App } from "@/lib/apps/contract";
import { AppError } from "@/lib/shared/errors";
import { getSharedApp } from "@/lib/apps/service";

/** The app behind a share link, read once a request; an ended link is not found. */
export const readSharedOrNotFound = cache(async (viewerId: string | null, shareId: string): Promise<App> => {
  if (!shareParams.safeParse({ shareId }).success) notFound();
  try {
    return await getSharedApp({ viewer: viewerId === null ? null : { id: viewerId }, shareId });
  } catch (error) {
    if (error instanceof AppError && error.status === 404) notFound();
    throw error;
  }
});
