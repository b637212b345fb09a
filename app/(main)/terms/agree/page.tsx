import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { AgreeForm } from "@/components/onboarding/agree-form";
import { Messages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { isRememberable } from "@/lib/auth/routes";
import { requireMember } from "@/lib/auth/viewer.server";
import { pageTitle } from "@/lib/i18n/page-title";
import { mustAgree, publishedTerms, termsChangesSince } from "@/lib/instance/page-file.server";

export const generateMetadata = pageTitle("onboarding.agree.documentTitle");

/** requireUser() redirects here; the shell stays, with the apps that run in it. */
export default async function AgreePage({ searchParams }: PageProps<"/terms/agree">) {
  const viewer = await requireMember();
  const asked = (await searchParams).next;
  const next = typeof asked === "string" && isRememberable(asked) ? asked : "/timeline";
  if (!(await mustAgree(viewer.termsVersion))) redirect(next);
  const locale = (await getLocale()) === "ja" ? "ja" : "en";
  const [terms, changes] = await Promise.all([
    publishedTerms(),
    termsChangesSince(viewer.termsVersion, locale),
  ]);
  return (
    <Messages of={["auth", "onboarding"]}>
      <Page>
        <AgreeForm terms={terms} changes={changes} next={next} />
      </Page>
    </Messages>
  );
}
