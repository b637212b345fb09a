import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthScreen } from "@/components/auth/auth-screen";
import { LogoMark } from "@/components/shell/logo";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.signup");
  return { title: t("documentTitle") };
}

export default async function SignupPage() {
  const facts = await getAuthScreenFacts();
  return <AuthScreen mode="signup" facts={facts} logo={<LogoMark className="size-8" />} />;
}
