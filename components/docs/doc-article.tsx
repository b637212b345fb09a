import { DOC_PAGES, type DocPage } from "@/lib/docs/pages";
import Link from "next/link";
import { cn } from "@/components/ui/cn";
import styles from "./doc-article.module.css";
import type { RenderedDoc } from "./render-doc";

interface DocArticleProps {
  page: DocPage;
  doc: RenderedDoc;
  lang: "en" | "ja";
  titles: Record<DocPage, string>;
  labels: { pages: string; contents: string };
}

/** A page of the documentation, beside the list of pages. */
export function DocArticle({ page, doc, lang, titles, labels }: DocArticleProps) {
  const sections = doc.headings.filter(({ depth }) => depth === 2);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label={labels.pages} className="lg:sticky lg:top-[calc(var(--bar-height)+1.5rem)]">
        <ul className="flex gap-1 overflow-x-auto text-sm lg:flex-col">
          {DOC_PAGES.map((name) => (
            <li key={name} className="flex-none">
              <Link
                href={`/docs/${name}`}
                aria-current={name === page ? "page" : undefined}
                className={cn(
                  "flex min-h-9 items-center rounded-md px-3 text-muted hover:bg-hover hover:text-text",
                  name === page &&
                    "bg-accent-soft font-medium text-accent [scroll-initial-target:nearest] hover:text-accent",
                )}
              >
                {titles[name]}
              </Link>
              {name === page && sections.length > 1 && (
                <ul
                  aria-label={labels.contents}
                  className="mt-1 mb-2 ml-3 border-l border-border max-lg:hidden"
                >
                  {sections.map(({ id, text }) => (
                    <li key={id}>
                      <a href={`#${id}`} className="block py-1 pl-3 text-muted hover:text-text">
                        {text}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <DocText doc={doc} lang={lang} />
    </div>
  );
}

export function DocText({ doc, lang }: { doc: RenderedDoc; lang: "en" | "ja" }) {
  return <article className={styles.doc} lang={lang} dangerouslySetInnerHTML={{ __html: doc.html }} />;
}
