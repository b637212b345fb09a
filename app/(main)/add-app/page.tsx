import { UploadView } from "@/components/apps/upload/upload-view";
import { Messages } from "@/components/shell/messages";
import { idSchema } from "@/lib/shared/contract";
import { requireUser } from "@/lib/auth/viewer.server";
import { findOwnApp } from "@/lib/apps/service";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("apps.upload.title");

export default async function AddAppPage({ searchParams }: PageProps<"/add-app">) {
  const viewer = await requireUser();
  const id = idSchema.safeParse((await searchParams).app);
  const target = id.success ? await findOwnApp({ viewer, id: id.data }) : null;
  const { username, displayName } = viewer;
  return (
    <Messages of={["apps", "package", "playground"]}>
      <UploadView
        key={target?.id ?? "new"}
        me={{ id: viewer.id, username, displayName, avatarUrl: null }}
        target={target}
      />
    </Messages>
  );
}
