import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { encodeProject } from "@/components/apps/playground/linked-project";
import { LINK_PREFIX } from "@/components/apps/playground/playground-names";
import { DocArticle } from "@/components/docs/doc-article";
import { renderDoc } from "@/components/docs/render-doc";
import { Page } from "@/components/ui/page";
import { callIndex } from "@/lib/docs/call-lists.server";
import { type DocFile, readDoc } from "@/lib/docs/doc-file.server";
import { isDocPage, type DocPage } from "@/lib/docs/pages";
import { GuestFrame } from "../../guest-frame";
import { docTitles } from "../doc-titles";

async function read(params: PageProps<"/docs/[page]">["params"]) {
  const { page } = await params;
  // Unknown paths lead to the timeline (specification, section 2).
  if (!isDocPage(page)) redirect("/timeline");
  return { page, titles: await docTitles() };
}

export async function generateMetadata({ params }: PageProps<"/docs/[page]">): Promise<Metadata> {
  const { page, titles } = await read(params);
  return { title: titles[page], alternates: { types: { "text/markdown": `/docs/${page}.md` } } };
}

/** A page, that of the API with a list of its calls. */
async function readPage(page: DocPage, wanted: string): Promise<DocFile> {
  const { markdown, locale } = await readDoc(page, wanted);
  if (page !== "api") return { markdown, locale };
  const { apiDocument } = await import("@/app/_api/document");
  return { markdown: markdown + callIndex(await apiDocument(), locale), locale };
}

/** The documentation for app developers, public. */
export default async function DocScreen({ params }: PageProps<"/docs/[page]">) {
  const { page, titles } = await read(params);
  const t = await getTranslations("playground.docs");
  const { markdown, locale } = await readPage(page, await getLocale());
  const doc = renderDoc(markdown, {
    // A link to a section leads there in any language.
    anchors: renderDoc((await readPage(page, "en")).markdown).headings.map(({ id }) => id),
    tryLabel: t("try"),
    tryLink: (code, language) =>
      (page === "gum" || page === "webxdc") && language === "js" ? exampleLink(code, page) : null,
  });
  return (
    <GuestFrame>
      <Page width="wide">
        <DocArticle
          page={page}
          doc={doc}
          lang={locale}
          titles={titles}
          labels={{ pages: t("pages"), contents: t("contents") }}
        />
      </Page>
    </GuestFrame>
  );
}

const IN_ROOM = /\bgum\.(room|shared|card)\b|\{ shared \} = gum/;

/** A playground link that contains an example as a complete app. */
function exampleLink(code: string, page: "gum" | "webxdc"): string {
  const isXdc = page === "webxdc";
  const manifest = {
    name: "Example",
    entry: { html: "index.html" },
    ...(isXdc ? { metadata: { webxdc: true } } : IN_ROOM.test(code) ? { room: true } : {}),
    required_capabilities: [
      { name: "profile", reason: "Greets you" },
      { name: "compose", reason: "Shares what you made" },
    ],
    network: { hosts: ["api.example.com"], reason: "Shows an example" },
  };
  const interfaces = isXdc ? `  <script src="webxdc.js"></script>\n` : "";
  const html = `<!doctype html>\n<meta charset="utf-8" />\n<title>Example</title>\n<body>\n${interfaces}  <script type="module" src="app.js"></script>\n</body>\n`;
  const files = {
    "app.js": code,
    "index.html": html,
    "manifest.json": `${JSON.stringify(manifest, null, 2)}\n`,
  };
  const encoder = new TextEncoder();
  const project = new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]));
  return `/playground${LINK_PREFIX}${encodeProject(project)}`;
}
