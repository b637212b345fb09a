import { Unsubscribe } from "@/components/auth/unsubscribe";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.unsubscribe.documentTitle");

export default function UnsubscribePage() {
  return <Unsubscribe logo={<LogoMark className="size-8" />} />;
}
