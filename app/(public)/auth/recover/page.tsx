import { RecoverScreen } from "@/components/auth/recover-screen";
import { LogoMark } from "@/components/shell/logo";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.recover.documentTitle");

export default async function RecoverPage() {
  const facts = await getAuthScreenFacts();
  return <RecoverScreen facts={facts} logo={<LogoMark className="size-8" />} />;
}
