import { SignInLink } from "@/components/auth/sign-in-link";
import { findPageViewer } from "@/lib/auth/viewer.server";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.callback.documentTitle");

export default async function CallbackPage() {
  const viewer = await findPageViewer();
  return <SignInLink logo={<LogoMark className="size-8" />} username={viewer?.username} />;
}
