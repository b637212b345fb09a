import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { appQuery, runStartQuery } from "@/lib/apps/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { isLocalAppId } from "@/lib/apps/rules";
import { requireUser } from "@/lib/auth/viewer.server";
import { getRunStart } from "@/lib/apps/run-service";
import { idSchema } from "@/lib/shared/contract";
import { readAppOrNotFound } from "../../read-app";
import { LocalRunScreen, RunScreen } from "../run-screen";

export async function generateMetadata({
  params,
}: PageProps<"/apps/[appId]/run/[[...path]]">): Promise<Metadata> {
  const viewer = await requireUser();
  const { appId } = await params;
  return isLocalAppId(appId) ? {} : { title: (await readAppOrNotFound(viewer, appId)).name };
}

/** The rest of the path is the app's, as are the query and the fragment; see use-run-address.ts. */
export default async function RunPage({ params, searchParams }: PageProps<"/apps/[appId]/run/[[...path]]">) {
  const viewer = await requireUser();
  const [{ appId }, { room, moment }] = await Promise.all([params, searchParams]);
  if (isLocalAppId(appId)) return <LocalRunScreen id={appId} />;
  const app = await readAppOrNotFound(viewer, appId);
  const client = getQueryClient();
  client.setQueryData(appQuery(app.id).queryKey, app);
  client.setQueryData(runStartQuery(app.id).queryKey, await getRunStart({ viewer, id: app.id }));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RunScreen
        id={app.id}
        roomId={idSchema.safeParse(room).data ?? null}
        momentOf={idSchema.safeParse(moment).data ?? null}
      />
    </HydrationBoundary>
  );
}
