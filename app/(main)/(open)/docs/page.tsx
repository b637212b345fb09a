import { redirect } from "next/navigation";
import { DOC_PAGES } from "@/lib/docs/pages";

export default function DocsPage() {
  redirect(`/docs/${DOC_PAGES[0]}`);
}
