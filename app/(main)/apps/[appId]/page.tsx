import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AppView } from "@/components/apps/app-view";
import { appQuery, versionsQuery } from "@/lib/client/queries/app-queries";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { requireUser } from "@/lib/server/auth/viewer";
import { listVersions } from "@/lib/server/services/app-version-service";
import { readAppOrNotFound } from "./read-app";

type Props = { params: Promise<{ appId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await requireUser();
  const app = await readAppOrNotFound(viewer, (await params).appId);
  return { title: app.name, description: app.description };
}

export default async function AppPage({ params }: Props) {
  const viewer = await requireUser();
  const app = await readAppOrNotFound(viewer, (await params).appId);
  const client = getQueryClient();
  client.setQueryData(appQuery(app.id).queryKey, app);
  client.setQueryData(versionsQuery(app.id).queryKey, await listVersions({ viewer, id: app.id }));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AppView id={app.id} />
    </HydrationBoundary>
  );
}
