import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { OutboxMails } from "@/components/auth/outbox-mails";
import { ButtonLink } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { isForeignHost } from "@/lib/http/host-check";
import { getOutbox } from "@/lib/mail/outbox-service";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.outbox");
  return { title: t("documentTitle"), robots: { index: false } };
}

/** The outbox, which only a local instance has. */
export default async function OutboxPage({ searchParams }: PageProps<"/outbox">) {
  // Middleware does not run for prefetches.
  if (isForeignHost((await headers()).get("host"))) notFound();
  const { to } = await searchParams;
  const recipient = typeof to === "string" && to.length > 0 ? to : undefined;
  const [mails, t] = await Promise.all([getOutbox(recipient), getTranslations("auth.outbox")]);
  if (!mails) notFound();
  return (
    <main id="main">
      <Page>
        <PageHeader
          title={t("title")}
          description={t("lead")}
          actions={
            recipient && (
              <ButtonLink href="/outbox" variant="outline">
                {t("all")}
              </ButtonLink>
            )
          }
        />
        <OutboxMails mails={mails} />
      </Page>
    </main>
  );
}
