"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/browser/api";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useAnswerRequest } from "@/lib/people/mutations";

/** The buttons that answer a request to follow the viewer. */
export function AnswerRequest({ person }: { person: { id: string; username: string } }) {
  const t = useTranslations("profile.requests");
  const errors = useErrorTexts();
  const answer = useAnswerRequest();
  const name = `@${person.username}`;
  const send = (accept: boolean) =>
    // Not the callbacks of mutate: they are dropped when the request leaves the list.
    answer.mutateAsync({ userId: person.id, accept }).then(
      () => toast(t(accept ? "accepted" : "declined", { name })),
      (error: unknown) => {
        const isGone = error instanceof ApiError && error.code === "not_found";
        toast(isGone ? t("gone", { name }) : errors.text(error), { tone: "danger" });
      },
    );
  const asked = answer.isPending ? answer.variables.accept : null;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        size="sm"
        variant="primary"
        className="rounded-full"
        aria-label={t("acceptNamed", { name })}
        loading={asked === true}
        disabled={answer.isPending}
        onClick={() => void send(true)}
      >
        {t("accept")}
      </Button>
      <Button
        size="sm"
        variant="outline"
        className="rounded-full"
        aria-label={t("declineNamed", { name })}
        loading={asked === false}
        disabled={answer.isPending}
        onClick={() => void send(false)}
      >
        {t("decline")}
      </Button>
    </div>
  );
}
