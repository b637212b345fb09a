import { UnknownDevice } from "@/components/auth/unknown-device";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.device.documentTitle");

export default function DevicePage() {
  return <UnknownDevice logo={<LogoMark className="size-8" />} />;
}
