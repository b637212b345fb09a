import { AuthScreen } from "@/components/auth/auth-screen";
import { LogoMark } from "@/components/shell/logo";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";
import { isInvitedGuest } from "@/lib/auth/viewer.server";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.signup.documentTitle");

export default async function SignupPage({ searchParams }: PageProps<"/signup">) {
  const [facts, isInvited, { invitation }] = await Promise.all([
    getAuthScreenFacts(),
    isInvitedGuest(),
    searchParams,
  ]);
  return (
    <AuthScreen
      mode="signup"
      facts={facts}
      isInvited={isInvited}
      invitation={typeof invitation === "string" ? invitation : undefined}
      logo={<LogoMark className="size-8" />}
    />
  );
}
