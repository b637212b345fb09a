import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { LOCALE_COOKIE } from "@/lib/i18n/locales";
import { requireMember } from "@/lib/auth/viewer.server";
import { getMe } from "@/lib/account/service";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";
import { pageTitle } from "@/lib/i18n/page-title";
import { SettingsScreen } from "./settings-screen";

export const generateMetadata = pageTitle("settings.documentTitle");

export default async function SettingsPage() {
  // Also for people who do not agree to new terms: here they take their data or delete the account.
  const viewer = await requireMember();
  const [{ me }, { outboxOpen, passkeyHost, providers }, t, cookieStore] = await Promise.all([
    getMe(viewer.id),
    getAuthScreenFacts(),
    getTranslations("settings"),
    cookies(),
  ]);
  const chosen = cookieStore.get(LOCALE_COOKIE)?.value;
  return (
    <Page width="wide" className="lg:max-w-240">
      <PageHeader title={t("title")} />
      <SettingsScreen
        me={me}
        outboxOpen={outboxOpen}
        passkeyHost={passkeyHost}
        hasProviders={providers.length > 0}
        language={chosen === "en" || chosen === "ja" ? chosen : "automatic"}
      />
    </Page>
  );
}
