"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListPlus, Pencil, Trash2, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { Avatar } from "@/components/ui/avatar";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { toast } from "@/components/ui/toast";
import { useDiscard } from "@/components/ui/use-discard";
import { LIST_NAME_MAX_CHARS } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Person } from "@/lib/people/contract";
import type { PeopleList } from "@/lib/people/list-contract";
import { deleteList, listMembersQuery, renameList, setListMember } from "@/lib/people/list-queries";
import { myListsQuery } from "@/lib/people/queries";
import { nameOf } from "@/lib/people/rules";
import { NewList } from "./new-list";
import { PersonRowSkeletons } from "./person-row";

/** Manages the viewer's lists. */
export function ListsView() {
  const t = useTranslations("profile.lists");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const { data } = useQuery(myListsQuery());
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<PeopleList | null>(null);
  const lists = data?.items ?? [];
  const edited = lists.find(({ id }) => id === editing);
  const failed = (error: unknown) => void toast(errors.text(error), { tone: "danger" });
  return (
    <>
      <NewList />
      {lists.length === 0 ? (
        <EmptyState icon={<ListPlus />} title={t("emptyTitle")} description={t("emptyText")} />
      ) : (
        <ul aria-label={t("title")} className="card mt-4 overflow-clip">
          {lists.map((list) => (
            <li
              key={list.id}
              className="relative flex items-center gap-2 border-b border-border px-4 py-3 last:border-b-0 hover:bg-hover"
            >
              <div className="min-w-0 flex-1">
                <Link
                  href={`/timeline?list=${list.id}`}
                  prefetch={false}
                  dir="auto"
                  className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
                >
                  {list.name}
                </Link>
                <p className="text-sm text-muted">{t("members", { count: list.members })}</p>
              </div>
              <div className="relative flex flex-none">
                <IconButton label={t("edit", { name: list.name })} onClick={() => setEditing(list.id)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton label={t("delete", { name: list.name })} onClick={() => setDeleting(list)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {edited && <EditList key={edited.id} list={edited} onClose={() => setEditing(null)} failed={failed} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t("deleteTitle", { name: deleting?.name ?? "" })}
        description={t("deleteText")}
        confirmLabel={t("deleteConfirm")}
        danger
        onConfirm={() => {
          if (deleting) void deleteList(client, deleting.id).catch(failed);
          setDeleting(null);
        }}
      />
    </>
  );
}

function EditList({
  list,
  onClose,
  failed,
}: {
  list: PeopleList;
  onClose: () => void;
  failed: (error: unknown) => void;
}) {
  const t = useTranslations("profile.lists");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [name, setName] = useState(list.name);
  const [problem, setProblem] = useState<unknown>(null);
  const query = useInfiniteQuery(listMembersQuery(list.id));
  const people = query.data?.pages.flatMap((page) => page.items) ?? [];
  const form = useId();
  const [isSaving, setIsSaving] = useState(false);
  const { close, question } = useDiscard(name.trim() !== list.name, onClose);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (!name.trim()) return setProblem("empty");
    setIsSaving(true);
    try {
      if (name.trim() !== list.name) await renameList(client, list.id, name.trim());
      onClose();
    } catch (error) {
      setProblem(error);
      setIsSaving(false);
    }
  };
  const set = (userId: string, on: boolean) =>
    setListMember(client, { listId: list.id, userId, on }).then(() => true, failed);
  const remove = async ({ id, ...person }: Person) => {
    if (!(await set(id, false))) return;
    toast(t("removed", { name: nameOf(person) }), {
      action: { label: t("undo"), onClick: () => void set(id, true) },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t("edit", { name: list.name })}
      size="md"
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={isSaving}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)}>
        <Field
          label={t("name")}
          error={problem === "empty" ? t("nameMissing") : problem ? errors.text(problem) : undefined}
        >
          <Input
            dir="auto"
            value={name}
            autoComplete="off"
            maxGraphemes={LIST_NAME_MAX_CHARS}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
      </form>
      {query.isPending ? (
        <PersonRowSkeletons count={2} />
      ) : query.isError && people.length === 0 ? (
        <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
      ) : people.length === 0 ? (
        <p className="py-8 text-center text-sm text-muted">{t("noMembers")}</p>
      ) : (
        <ul aria-label={t("people")} className="mt-4 grid gap-2">
          {people.map((person) => (
            <li key={person.id} className="flex items-center gap-3">
              <Avatar id={person.id} name={nameOf(person)} src={person.avatarUrl} size="sm" />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-semibold">{nameOf(person)}</span>
                <span className="block truncate text-xs text-muted">@{person.username}</span>
              </span>
              <IconButton
                label={t("remove", { name: nameOf(person) })}
                size="sm"
                onClick={() => void remove(person)}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} />
      {question}
    </Dialog>
  );
}
