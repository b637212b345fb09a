import { redirect } from "next/navigation";
import { DOC_PAGES } from "@/lib/docs/pages";

/** The documentation begins with its first page. */
export default function DocsPage() {
  redirect(`/docs/${DOC_PAGES[0]}`);
}
