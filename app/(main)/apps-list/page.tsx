import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ShelfView } from "@/components/apps/shelf-view";
import { shelfQuery } from "@/lib/client/queries/app-queries";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { Seed } from "@/lib/client/queries/seed";
import { seedEntries } from "@/lib/client/queries/seed-entries";
import { requireUser } from "@/lib/server/auth/viewer";
import { listShelvedApps } from "@/lib/server/services/app-shelf-service";

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
    <Seed entries={seedEntries(client)}>
      <ShelfView />
    </Seed>
  );
}
