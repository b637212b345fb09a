import { redirect } from "next/navigation";
import { LogoMark } from "@/components/shell/logo";
import { Messages } from "@/components/shell/messages";
import { findPageViewer } from "@/lib/auth/viewer.server";
import { getMe } from "@/lib/account/service";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";
import { pageTitle } from "@/lib/i18n/page-title";
import { publishedTerms } from "@/lib/instance/page-file.server";
import { OnboardingScreen } from "./onboarding-screen";

export const generateMetadata = pageTitle("onboarding.documentTitle");

export default async function OnboardingPage() {
  const viewer = await findPageViewer();
  if (!viewer) redirect("/api/v2/auth/ended");
  const [{ me }, { outboxOpen }, terms] = await Promise.all([
    getMe(viewer.id),
    getAuthScreenFacts(),
    publishedTerms(),
  ]);
  return (
    <Messages of={["auth", "onboarding"]}>
      <OnboardingScreen
        me={me}
        terms={terms}
        outboxOpen={outboxOpen}
        logo={<LogoMark className="size-8" />}
      />
    </Messages>
  );
}
