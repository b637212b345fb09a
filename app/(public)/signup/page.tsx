import { AuthScreen } from "@/components/auth/auth-screen";
import { LogoMark } from "@/components/shell/logo";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.signup.documentTitle");

export default async function SignupPage() {
  const facts = await getAuthScreenFacts();
  return <AuthScreen mode="signup" facts={facts} logo={<LogoMark className="size-8" />} />;
}
