import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LocalAppsView } from "@/components/apps/local-apps-view";
import { requireUser } from "@/lib/server/auth/viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apps.local");
  return { title: t("title") };
}

export default async function LocalAppsPage() {
  const viewer = await requireUser();
  return <LocalAppsView userId={viewer.id} />;
}
