import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EditProfile } from "@/components/profile/edit-profile";
import { Messages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/viewer.server";
import { revisionEtag } from "@/lib/http/etag";
import { getMe } from "@/lib/account/service";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.profile");
  return { title: t("documentTitle") };
}

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
