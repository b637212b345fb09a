import { pageTitle } from "@/lib/i18n/page-title";
import { LegalPage } from "../legal-page";

export const generateMetadata = pageTitle("common.rules");

export default function RulesPage() {
  return <LegalPage name="rules" />;
}
