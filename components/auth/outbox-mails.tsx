import { Inbox } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";

export type OutboxMail = { id: string; recipient: string; subject: string; text: string; createdAt: string };

const LINK = /(https?:\/\/\S+)/;

export function OutboxMails({ mails }: { mails: readonly OutboxMail[] }) {
  const t = useTranslations("auth.outbox");
  const format = useFormatter();
  if (mails.length === 0) {
    return <EmptyState icon={<Inbox aria-hidden />} title={t("empty")} description={t("emptyLead")} />;
  }
  return (
    <ol className="flex flex-col gap-4">
      {mails.map((mail) => (
        <li key={mail.id}>
          <article className="card p-5">
            <header className="mb-4 border-b border-border pb-3">
              <h2 className="text-lg">{mail.subject}</h2>
              <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
                <span className="break-all">{t("to", { address: mail.recipient })}</span>
                <time dateTime={mail.createdAt}>
                  {format.dateTime(new Date(mail.createdAt), { dateStyle: "medium", timeStyle: "medium" })}
                </time>
              </p>
            </header>
            <div className="font-mono text-sm break-words whitespace-pre-wrap">
              {mail.text.split(LINK).map((part, index) =>
                LINK.test(part) ? (
                  <a key={index} href={part} className="text-accent underline underline-offset-4">
                    {part}
                  </a>
                ) : (
                  <span key={index}>{part}</span>
                ),
              )}
            </div>
          </article>
        </li>
      ))}
    </ol>
  );
}
