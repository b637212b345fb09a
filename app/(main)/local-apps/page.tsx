import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/shell/messages";
import { requireUser } from "@/lib/auth/viewer.server";
import { LocalAppsScreen } from "./local-apps-screen";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apps.local");
  return { title: t("title") };
}

export default async function LocalAppsPage() {
  const viewer = await requireUser();
  return (
    <Messages of={["apps", "package"]}>
      <LocalAppsScreen userId={viewer.id} />
    </Messages>
  );
}
