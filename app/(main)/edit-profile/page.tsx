import { getTranslations } from "next-intl/server";
import { EditProfile } from "@/components/profile/edit-profile";
import { Messages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/viewer.server";
import { revisionEtag } from "@/lib/http/etag";
import { getMe } from "@/lib/account/service";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("settings.profile.documentTitle");

export default async function EditProfilePage() {
  const viewer = await requireUser();
  const [{ me, revision }, t] = await Promise.all([getMe(viewer.id), getTranslations("settings.profile")]);
  return (
    <Page>
      <PageHeader title={t("title")} back={{ href: "/profile/me", label: t("back") }} />
      <Messages of={["settings"]}>
        <EditProfile initial={{ me, etag: revisionEtag(me.id, revision) }} />
      </Messages>
    </Page>
  );
}
