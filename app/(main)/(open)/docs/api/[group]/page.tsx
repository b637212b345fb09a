import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { DocArticle } from "@/components/docs/doc-article";
import { renderDoc } from "@/components/docs/render-doc";
import { Page } from "@/components/ui/page";
import { callGroup } from "@/lib/docs/call-lists.server";
import { GuestFrame } from "../../../guest-frame";
import { docTitles } from "../../doc-titles";

type Props = PageProps<"/docs/api/[group]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `API · ${(await params).group}` };
}

/** The calls of the API that are about one thing. */
export default async function ApiGroupScreen({ params }: Props) {
  const [{ group }, t, locale] = await Promise.all([params, getTranslations("playground.docs"), getLocale()]);
  const lang = locale === "ja" ? "ja" : "en";
  const { apiDocument } = await import("@/app/_api/document");
  const markdown = callGroup(await apiDocument(), group, lang);
  // Unknown paths lead to the timeline (specification, section 2).
  if (markdown === null) redirect("/timeline");
  return (
    <GuestFrame>
      <Page width="wide">
        <DocArticle
          page="api"
          doc={renderDoc(markdown)}
          lang={lang}
          titles={await docTitles()}
          labels={{ pages: t("pages"), contents: t("contents") }}
        />
      </Page>
    </GuestFrame>
  );
}
