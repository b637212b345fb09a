import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { InstalledView } from "@/components/apps/installed-view";
import { Messages } from "@/components/shell/messages";
import { installedAppsQuery } from "@/lib/apps/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { requireUser } from "@/lib/auth/viewer.server";
import { listInstalledApps } from "@/lib/apps/service";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("apps.installed.title");

export default async function AppsListPage() {
  const viewer = await requireUser();
  const client = getQueryClient();
  const installed = await listInstalledApps({ viewer, orderBy: "used", limit: 200 });
  client.setQueryData(installedAppsQuery("used").queryKey, installed);
  return (
    <Messages of={["apps"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <InstalledView />
      </HydrationBoundary>
    </Messages>
  );
}
