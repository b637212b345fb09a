"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Ban, BellOff } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Person } from "@/lib/people/contract";
import { useBlock, useMute } from "@/lib/people/mutations";
import { hiddenPeopleQuery } from "@/lib/people/queries";
import { nameOf } from "@/lib/people/rules";

export type HiddenKind = "blocks" | "mutes";

/** Blocked or muted people. Unblocking or unmuting can be undone. */
export function HiddenPeopleDialog({ kind, onClose }: { kind: HiddenKind; onClose: () => void }) {
  const t = useTranslations("settings.privacy");
  const errors = useErrorTexts();
  const query = useInfiniteQuery(hiddenPeopleQuery(kind));
  const people = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(kind)} description={t(`${kind}Text`)}>
      <div className="-mx-5 -mb-4 min-h-48">
        {query.isPending ? (
          <div className="px-5 py-3">
            <Skeleton className="h-10 w-full" />
          </div>
        ) : people.length === 0 ? (
          query.isError ? (
            <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
          ) : (
            <EmptyState
              icon={kind === "blocks" ? <Ban /> : <BellOff />}
              title={t(`${kind}Empty`)}
              className="py-8"
            />
          )
        ) : (
          <ul aria-label={t(kind)} className="divide-y divide-border">
            {people.map((person) => (
              <Row key={person.id} kind={kind} person={person} />
            ))}
          </ul>
        )}
        <LoadMore query={query} />
      </div>
    </Dialog>
  );
}

function Row({ kind, person }: { kind: HiddenKind; person: Person }) {
  const t = useTranslations("settings.privacy");
  const errors = useErrorTexts();
  const block = useBlock(person.id);
  const mute = useMute(person.id);
  const change = kind === "blocks" ? block : mute;
  const name = `@${person.username}`;
  const failed = (error: unknown) => void toast(errors.text(error), { tone: "danger" });
  const release = () =>
    change.mutateAsync(false).then(
      () =>
        toast(t(`${kind}Undone`, { name }), {
          action: { label: t("undo"), onClick: () => void change.mutateAsync(true).catch(failed) },
        }),
      failed,
    );
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <Avatar id={person.id} name={nameOf(person)} src={person.avatarUrl} size="md" />
      <Link href={`/profile/${person.id}`} prefetch={false} className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-semibold">{nameOf(person)}</span>
        <span className="block truncate text-muted">{name}</span>
      </Link>
      <Button
        size="sm"
        variant="outline"
        className="rounded-full"
        loading={change.isPending}
        aria-label={t(`${kind}UndoOne`, { name })}
        onClick={() => void release()}
      >
        {t(`${kind}Undo`)}
      </Button>
    </li>
  );
}
