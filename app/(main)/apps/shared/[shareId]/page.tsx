import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AppView } from "@/components/apps/app-view";
import { appQuery, versionsQuery } from "@/lib/client/queries/app-queries";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { requireUser } from "@/lib/server/auth/viewer";
import { getApp } from "@/lib/server/services/app-service";
import { listVersions } from "@/lib/server/services/app-version-service";
import { readSharedOrNotFound } from "./read-shared";

type Props = { params: Promise<{ shareId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await requireUser();
  return { title: (await readSharedOrNotFound(viewer.id, (await params).shareId)).name };
}

/** A shared app inside the shell: what is behind the link is public, so it is shown like any other. */
export default async function SharedAppPage({ params }: Props) {
  const viewer = await requireUser();
  const { id } = await readSharedOrNotFound(viewer.id, (await params).shareId);
  const client = getQueryClient();
  client.setQueryData(appQuery(id).queryKey, await getApp({ viewer, id }));
  client.setQueryData(versionsQuery(id).queryKey, await listVersions({ viewer, id }));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AppView id={id} />
    </HydrationBoundary>
  );
}
