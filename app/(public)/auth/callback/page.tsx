import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignInLink } from "@/components/auth/sign-in-link";
import { LogoMark } from "@/components/shell/logo";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  // The address holds a secret for a moment: no other site may learn it.
  return { title: t("callback.documentTitle"), referrer: "no-referrer" };
}

export default function CallbackPage() {
  return <SignInLink logo={<LogoMark className="size-8" />} />;
}
