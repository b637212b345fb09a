import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecoverScreen } from "@/components/auth/recover-screen";
import { LogoMark } from "@/components/shell/logo";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  // The address holds a secret for a moment: no other site may learn it.
  return { title: t("recover.documentTitle"), referrer: "no-referrer" };
}

export default async function RecoverPage() {
  const facts = await getAuthScreenFacts();
  return <RecoverScreen facts={facts} logo={<LogoMark className="size-8" />} />;
}
