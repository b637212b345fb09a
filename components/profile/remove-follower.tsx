"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useRemoveFollower } from "@/lib/people/mutations";

type RemoveProps = { person: { id: string; username: string } };

/** A button that removes a follower of the viewer. */
export function RemoveFollower({ person }: RemoveProps) {
  const t = useTranslations("profile");
  const [isOpen, setOpen] = useState(false);
  const name = `@${person.username}`;
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        className="rounded-full"
        aria-label={t("removeFollowerNamed", { name })}
        onClick={() => setOpen(true)}
      >
        {t("removeFollower")}
      </Button>
      {isOpen && <RemoveFollowerDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Asks first: whoever is removed has to follow again. */
export function RemoveFollowerDialog({ person, onClose }: RemoveProps & { onClose: () => void }) {
  const t = useTranslations("profile");
  const errors = useErrorTexts();
  const remove = useRemoveFollower();
  const name = `@${person.username}`;
  return (
    <ConfirmDialog
      danger
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("removeFollowerTitle", { name })}
      description={t("removeFollowerText")}
      confirmLabel={t("removeFollower")}
      pending={remove.isPending}
      onConfirm={() => {
        // Not the callbacks of mutate: they are dropped when the person leaves the list.
        void remove
          .mutateAsync(person.id)
          .then(
            () => toast(t("removedFollower", { name })),
            (error: unknown) => toast(errors.text(error), { tone: "danger" }),
          )
          .finally(onClose);
      }}
    />
  );
}
