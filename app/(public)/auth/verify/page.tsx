import { VerifyLink } from "@/components/auth/verify-link";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.verify.title");

export default function VerifyPage() {
  return <VerifyLink logo={<LogoMark className="size-8" />} />;
}
