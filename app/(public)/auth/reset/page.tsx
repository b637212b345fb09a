import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ResetScreen } from "@/components/auth/recover-screen";
import { LogoMark } from "@/components/shell/logo";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  // The address holds a secret for a moment: no other site may learn it.
  return { title: t("recover.documentTitle"), referrer: "no-referrer" };
}

export default function ResetPage() {
  return <ResetScreen logo={<LogoMark className="size-8" />} />;
}
