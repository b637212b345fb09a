import { pageTitle } from "@/lib/i18n/page-title";
import { LegalPage } from "../legal-page";

export const generateMetadata = pageTitle("common.privacy");

export default function PrivacyPage() {
  return <LegalPage name="privacy" />;
}
