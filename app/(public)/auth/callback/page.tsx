import { SignInLink } from "@/components/auth/sign-in-link";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.callback.documentTitle");

export default function CallbackPage() {
  return <SignInLink logo={<LogoMark className="size-8" />} />;
}
