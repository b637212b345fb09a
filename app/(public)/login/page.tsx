import { AuthScreen } from "@/components/auth/auth-screen";
import { LogoMark } from "@/components/shell/logo";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";
import { isInvitedGuest } from "@/lib/auth/viewer.server";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.login.documentTitle");

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const [facts, isInvited, { error }] = await Promise.all([
    getAuthScreenFacts(),
    isInvitedGuest(),
    searchParams,
  ]);
  const code = typeof error === "string" ? error.slice(0, 60) : undefined;
  return (
    <AuthScreen
      mode="login"
      facts={facts}
      isInvited={isInvited}
      error={code}
      logo={<LogoMark className="size-8" />}
    />
  );
}
