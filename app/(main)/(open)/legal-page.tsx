import { readFile } from "node:fs/promises";
import path from "node:path";
import { getLocale } from "next-intl/server";
import { DocText } from "@/components/docs/doc-article";
import { renderDoc } from "@/components/docs/render-doc";
import { Page } from "@/components/ui/page";
import { GuestFrame } from "./guest-frame";

/** The terms or the privacy notice of this instance, in the person's language. */
export async function LegalPage({ name }: { name: "terms" | "privacy" }) {
  const locale = (await getLocale()) === "ja" ? "ja" : "en";
  const file = path.join(process.cwd(), "public/legal", `${name}.${locale}.md`);
  return (
    <GuestFrame>
      <Page>
        <DocText doc={renderDoc(await readFile(file, "utf8"))} lang={locale} />
      </Page>
    </GuestFrame>
  );
}
