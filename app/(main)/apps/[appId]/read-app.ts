import { notFound } from "next/navigation";
import { cache } from "react";
import type { App } from "@/lib/apps/contract";
import { idSchema } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/apps/service";

const read = cache((viewerId: string, id: string) => getApp({ viewer: { id: viewerId }, id }));

/** The app for a page, read once a request; what the viewer may not see is not found. */
export async function readAppOrNotFound(viewer: { id: string }, id: string): Promise<App> {
  if (!idSchema.safeParse(id).success) notFound();
  try {
    return await read(viewer.id, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) notFound();
    throw error;
  }
}
