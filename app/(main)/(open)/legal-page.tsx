import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { DocText } from "@/components/docs/doc-article";
import { renderDoc } from "@/components/docs/render-doc";
import { LegalLinks } from "@/components/ui/legal-links";
import { Page } from "@/components/ui/page";
import { readInstancePage } from "@/lib/instance/page-file.server";
import type { InstancePage } from "@/lib/instance/rules";
import { GuestFrame } from "./guest-frame";

/** A page about this instance, in the reader's language. */
export async function LegalPage({ name }: { name: InstancePage }) {
  const wanted = (await getLocale()) === "ja" ? "ja" : "en";
  const [{ markdown, locale, version, date }, t, format] = await Promise.all([
    readInstancePage(name, wanted),
    getTranslations("common"),
    getFormatter(),
  ]);
  return (
    <GuestFrame>
      <Page>
        <DocText doc={renderDoc(markdown, { rawHtml: false })} lang={locale} />
        <footer className="mt-12 flex flex-col gap-3 border-t border-border pt-5">
          <p className="text-sm text-muted">
            {date
              ? t("pageVersionOf", {
                  version,
                  date: format.dateTime(new Date(`${date}T00:00:00Z`), {
                    dateStyle: "long",
                    timeZone: "UTC",
                  }),
                })
              : t("pageVersion", { version })}
          </p>
          <LegalLinks />
        </footer>
      </Page>
    </GuestFrame>
  );
}
