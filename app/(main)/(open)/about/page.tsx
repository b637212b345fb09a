import { pageTitle } from "@/lib/i18n/page-title";
import { LegalPage } from "../legal-page";

export const generateMetadata = pageTitle("common.about");

export default function AboutPage() {
  return <LegalPage name="about" />;
}
