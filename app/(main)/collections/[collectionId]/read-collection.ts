import { notFound } from "next/navigation";
import { cache } from "react";
import type { Collection } from "@/lib/collections/contract";
import { getCollection } from "@/lib/collections/service";
import { orNotFound } from "@/lib/http/or-not-found";
import { idSchema, type Actor } from "@/lib/shared/contract";

const read = cache((viewerId: string, id: string) => getCollection({ viewer: { id: viewerId }, id }));

/** The collection for a page, read once per request. */
export async function readCollectionOrNotFound(viewer: Actor, id: string): Promise<Collection> {
  const parsed = idSchema.safeParse(id);
  if (!parsed.success) notFound();
  return orNotFound(() => read(viewer.id, parsed.data));
}
