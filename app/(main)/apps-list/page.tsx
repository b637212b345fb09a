import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ShelfView } from "@/components/apps/shelf-view";
import { Messages } from "@/components/shell/messages";
import { shelfQuery } from "@/lib/apps/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { requireUser } from "@/lib/auth/viewer.server";
import { listShelvedApps } from "@/lib/apps/install-service";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apps.shelf");
  return { title: t("title") };
}

export default async function AppsListPage() {
  const viewer = await requireUser();
  const client = getQueryClient();
  const shelf = await listShelvedApps({ viewer, orderBy: "used", limit: 200 });
  client.setQueryData(shelfQuery("used").queryKey, shelf);
  return (
    <Messages of={["apps"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ShelfView />
      </HydrationBoundary>
    </Messages>
  );
}
