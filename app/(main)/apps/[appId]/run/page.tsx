import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { appQuery, runStartQuery } from "@/lib/client/queries/app-queries";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { isLocalAppId } from "@/lib/domain/local-app";
import { requireUser } from "@/lib/server/auth/viewer";
import { getRunStart } from "@/lib/server/services/app-run-service";
import { readAppOrNotFound } from "../read-app";
import { LocalRunScreen, RunScreen } from "./run-screen";

type Props = { params: Promise<{ appId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await requireUser();
  const { appId } = await params;
  return isLocalAppId(appId) ? {} : { title: (await readAppOrNotFound(viewer, appId)).name };
}

export default async function RunPage({ params }: Props) {
  const viewer = await requireUser();
  const { appId } = await params;
  if (isLocalAppId(appId)) return <LocalRunScreen id={appId} />;
  const app = await readAppOrNotFound(viewer, appId);
  const client = getQueryClient();
  client.setQueryData(appQuery(app.id).queryKey, app);
  client.setQueryData(runStartQuery(app.id).queryKey, await getRunStart({ viewer, id: app.id }));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RunScreen id={app.id} />
    </HydrationBoundary>
  );
}
