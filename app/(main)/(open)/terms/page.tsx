import { pageTitle } from "@/lib/i18n/page-title";
import { LegalPage } from "../legal-page";

export const generateMetadata = pageTitle("common.terms");

export default function TermsPage() {
  return <LegalPage name="terms" />;
}
