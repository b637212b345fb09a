import { Messages } from "@/components/shell/messages";
import { requireUser } from "@/lib/auth/viewer.server";
import { pageTitle } from "@/lib/i18n/page-title";
import { LocalAppsScreen } from "./local-apps-screen";

export const generateMetadata = pageTitle("apps.local.title");

export default async function LocalAppsPage() {
  const viewer = await requireUser();
  return (
    <Messages of={["apps", "package"]}>
      <LocalAppsScreen userId={viewer.id} />
    </Messages>
  );
}
