"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, Ticket } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { LoadMore } from "@/components/ui/load-more";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import type { Branch } from "@/lib/instance/contract";
import { treeQueryOptions } from "@/lib/instance/queries";
import { nameOf } from "@/lib/people/rules";
import { SettingsList } from "../settings-list";
import { SettingsSection } from "../settings-section";

/** The invitation tree; a branch loads when it is opened. */
export function InvitationTree() {
  const t = useTranslations("instance");
  return (
    <SettingsSection id="tree" title={t("sections.invitations")} lead={t("tree.lead")}>
      <Level />
    </SettingsSection>
  );
}

function Level({ of }: { of?: string }) {
  const t = useTranslations("instance");
  const query = useInfiniteQuery(treeQueryOptions(of));
  return (
    <>
      <SettingsList
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        label={t("sections.invitations")}
        empty={{ icon: <Ticket />, title: t("tree.empty"), description: t("tree.emptyLead") }}
      >
        {(branch) => <BranchRow key={branch.person.id} branch={branch} />}
      </SettingsList>
      <LoadMore query={query} />
    </>
  );
}

function BranchRow({ branch: { person, joinedAt, invited } }: { branch: Branch }) {
  const t = useTranslations("instance.tree");
  const formatDate = useDateFormat();
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(person);
  return (
    <li>
      <div className="flex items-center gap-3 px-4 py-2.5">
        <Avatar id={person.id} name={name} src={person.avatarUrl} size="sm" />
        <div className="min-w-0 flex-1">
          <Link
            href={`/profile/${person.id}`}
            prefetch={false}
            className="block truncate text-sm font-medium underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <p className="truncate text-xs text-muted">
            @{person.username} · {t("joined", { date: formatDate(joinedAt, { dateStyle: "medium" }) })}
          </p>
        </div>
        {invited > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? "hide" : "show", { name })}
            className="btn btn-ghost flex-none gap-1 text-sm text-muted"
            onClick={() => setOpen(!isOpen)}
          >
            {t("invited", { count: invited })}
            <ChevronRight aria-hidden className={cn("size-4 transition-transform", isOpen && "rotate-90")} />
          </button>
        )}
      </div>
      {isOpen && (
        <div className="ml-6 border-t border-l border-border">
          <Level of={person.id} />
        </div>
      )}
    </li>
  );
}
