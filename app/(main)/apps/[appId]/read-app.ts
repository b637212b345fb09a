import { notFound } from "next/navigation";
import { cache } from "react";
import type { App } from "@/lib/apps/contract";
import { getApp } from "@/lib/apps/service";
import { orNotFound } from "@/lib/http/or-not-found";
import { idSchema } from "@/lib/shared/contract";

const read = cache((viewerId: string, id: string) => getApp({ viewer: { id: viewerId }, id }));

/** The app for a page, read once per request. */
export async function readAppOrNotFound(viewer: { id: string }, id: string): Promise<App> {
  if (!idSchema.safeParse(id).success) notFound();
  return orNotFound(() => read(viewer.id, id));
}
