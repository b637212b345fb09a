import { VerifyLink } from "@/components/auth/verify-link";
import { findPageViewer } from "@/lib/auth/viewer.server";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.verify.title");

export default async function VerifyPage() {
  const viewer = await findPageViewer();
  return <VerifyLink logo={<LogoMark className="size-8" />} isSignedIn={viewer !== null} />;
}
