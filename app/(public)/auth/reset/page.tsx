import { ResetScreen } from "@/components/auth/recover-screen";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.recover.documentTitle");

export default function ResetPage() {
  return <ResetScreen logo={<LogoMark className="size-8" />} />;
}
