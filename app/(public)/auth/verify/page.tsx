import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { VerifyLink } from "@/components/auth/verify-link";
import { LogoMark } from "@/components/shell/logo";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  // The address holds a secret for a moment: no other site may learn it.
  return { title: t("verify.title"), referrer: "no-referrer" };
}

export default function VerifyPage() {
  return <VerifyLink logo={<LogoMark className="size-8" />} />;
}
