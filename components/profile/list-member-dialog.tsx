"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { listsWithQuery, setListMember } from "@/lib/people/list-queries";
import { NewList } from "./new-list";

interface ListMemberDialogProps {
  person: { id: string; username: string };
  onClose: () => void;
}

/** Adds a person to the viewer's lists. The person is not notified. */
export function ListMemberDialog({ person, onClose }: ListMemberDialogProps) {
  const t = useTranslations("profile.lists");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const query = useQuery(listsWithQuery(person.id));
  const set = (listId: string, on: boolean) => {
    // Shown at once; what the server says follows.
    client.setQueryData(listsWithQuery(person.id).queryKey, (data) =>
      data ? { items: data.items.map((list) => (list.id === listId ? { ...list, has: on } : list)) } : data,
    );
    return setListMember(client, { listId, userId: person.id, on })
      .catch((error: unknown) => void toast(errors.text(error), { tone: "danger" }))
      .finally(() => void query.refetch());
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("ofPerson", { name: `@${person.username}` })}
      description={t("private")}
      size="sm"
    >
      {query.isPending ? (
        <div className="grid place-items-center py-8 text-muted">
          <Spinner label={common("loading")} />
        </div>
      ) : query.isError ? (
        <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
      ) : (
        // The field comes with the lists: a phone opens its keyboard for what has the focus.
        <>
          <ul className="mb-4 grid gap-1">
            {query.data.items.map(({ id, name, has }) => (
              <li key={id}>
                <Checkbox
                  label={
                    <span dir="auto" className="wrap-anywhere">
                      {name}
                    </span>
                  }
                  checked={has}
                  onChange={(event) => void set(id, event.target.checked)}
                />
              </li>
            ))}
          </ul>
          <NewList onMade={({ id }) => void set(id, true)} />
        </>
      )}
    </Dialog>
  );
}
