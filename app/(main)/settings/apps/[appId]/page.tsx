import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AppSettingsView } from "@/components/settings/app-settings-view";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/viewer.server";
import { readAppOrNotFound } from "../../../apps/[appId]/read-app";

export async function generateMetadata({ params }: PageProps<"/settings/apps/[appId]">): Promise<Metadata> {
  const viewer = await requireUser();
  const { name } = await readAppOrNotFound(viewer, (await params).appId);
  const t = await getTranslations("settings.app");
  return { title: t("documentTitle", { app: name }) };
}

/** An app's permissions, data and network ledger. */
export default async function AppSettingsPage({ params }: PageProps<"/settings/apps/[appId]">) {
  const viewer = await requireUser();
  const [{ id, name, manifest }, t] = await Promise.all([
    readAppOrNotFound(viewer, (await params).appId),
    getTranslations("settings"),
  ]);
  return (
    <Page width="medium">
      <PageHeader title={name} description={t("app.lead")} back={{ href: "/settings", label: t("title") }} />
      <AppSettingsView app={{ id, name, manifest }} userId={viewer.id} />
    </Page>
  );
}
