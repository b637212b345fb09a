"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ArrowDownUp,
  Bookmark,
  Check,
  Flag,
  Lock,
  MoreHorizontal,
  Pencil,
  Share2,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import type { Collection } from "@/lib/collections/contract";
import {
  collectionAppsQuery,
  collectionQuery,
  deleteCollection,
  saveCollection,
} from "@/lib/collections/queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { askReport } from "@/lib/moderation/store";
import { nameOf } from "@/lib/people/rules";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { leave } from "@/components/ui/leave";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { Page } from "@/components/ui/page";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { AppCard, AppCardSkeleton } from "../app-card";
import { useCopy } from "../share-menu";
import { useErrorToast } from "../use-error-toast";
import { CollectionHead } from "./collection-head";

// For owners only.
const CollectionDialog = dynamic(() =>
  import("./collection-dialog").then((module) => module.CollectionDialog),
);
const CollectionEditor = dynamic(() =>
  import("./collection-editor").then((module) => module.CollectionEditor),
);
const ConfirmDialog = dynamic(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);

/** A collection, with its apps in their order. */
export function CollectionView({ id }: { id: string }) {
  const t = useTranslations("collections");
  const errors = useErrorTexts();
  const { data: collection, error } = useQuery(collectionQuery(id));
  const [isArranging, setIsArranging] = useState(false);
  if (!collection) {
    return (
      <Page width="medium">
        <EmptyState
          title={errors.text(error)}
          action={<ButtonLink href="/collections">{t("toYours")}</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <Page width="medium">
      <Head collection={collection}>
        {collection.viewer.owner ? (
          <OwnerActions
            collection={collection}
            isArranging={isArranging}
            onArrange={() => setIsArranging((before) => !before)}
          />
        ) : (
          <ReaderActions collection={collection} />
        )}
      </Head>
      {isArranging ? <CollectionEditor id={id} /> : <Apps collection={collection} />}
    </Page>
  );
}

function Head({ collection, children }: { collection: Collection; children: ReactNode }) {
  const t = useTranslations("collections");
  const { owner, isPublic } = collection;
  const by = (
    <>
      <Link
        href={`/profile/${owner.id}`}
        className="inline-flex min-h-6 min-w-0 items-center gap-2 rounded-xs text-muted hover:text-text hover:underline"
      >
        <Avatar id={owner.id} name={nameOf(owner)} src={owner.avatarUrl} size="xs" />
        <span className="truncate">{nameOf(owner)}</span>
      </Link>
      {!isPublic && <Badge icon={<Lock aria-hidden />}>{t("onlyMe")}</Badge>}
    </>
  );
  return (
    <CollectionHead collection={collection} by={by} className="mb-6">
      <div className="mt-4 flex flex-wrap items-center gap-2">{children}</div>
    </CollectionHead>
  );
}

function useShare({ id, title }: Collection) {
  const copy = useCopy();
  return () => {
    const url = new URL(`/collections/${id}`, location.href).href;
    // The sheet of a phone; elsewhere a copied link is what people expect.
    if (matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function")
      return void navigator.share({ title, url }).catch(() => undefined);
    void copy(url);
  };
}

function ReaderActions({ collection }: { collection: Collection }) {
  const t = useTranslations("collections");
  const common = useTranslations("common");
  const client = useQueryClient();
  const failed = useErrorToast();
  const share = useShare(collection);
  const { id, title, viewer } = collection;
  const save = (on: boolean) => {
    saveCollection(client, id, on).then(
      () =>
        toast(t(on ? "savedToast" : "unsavedToast"), {
          ...(!on && { action: { label: t("undo"), onClick: () => save(true) } }),
        }),
      failed,
    );
  };
  return (
    <>
      <Button
        variant={viewer.saved ? "secondary" : "primary"}
        aria-pressed={viewer.saved}
        icon={<Bookmark aria-hidden className={cn(viewer.saved && "fill-current")} />}
        onClick={() => save(!viewer.saved)}
      >
        {t(viewer.saved ? "isSaved" : "save")}
      </Button>
      <Button icon={<Share2 aria-hidden />} onClick={share}>
        {common("share")}
      </Button>
      <DropdownMenu
        label={common("more")}
        align="end"
        items={[
          {
            key: "report",
            label: t("report"),
            icon: <Flag />,
            danger: true,
            onSelect: () => askReport({ type: "collection", id, name: title }),
          },
        ]}
        trigger={
          <IconButton label={common("more")} variant="secondary">
            <MoreHorizontal />
          </IconButton>
        }
      />
    </>
  );
}

function OwnerActions({
  collection,
  isArranging,
  onArrange,
}: {
  collection: Collection;
  isArranging: boolean;
  onArrange: () => void;
}) {
  const t = useTranslations("collections");
  const common = useTranslations("common");
  const client = useQueryClient();
  const router = useRouter();
  const failed = useErrorToast();
  const share = useShare(collection);
  const [asked, setAsked] = useState<"edit" | "delete" | null>(null);
  const hasAskedToDelete = useEverTrue(asked === "delete");
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = async () => {
    setIsDeleting(true);
    try {
      await deleteCollection(client, collection.id);
      toast(t("deleted", { title: collection.title }));
      leave(() => router.replace("/collections"));
    } catch (error) {
      failed(error);
      setIsDeleting(false);
    }
  };
  const items: MenuItem[] = [
    {
      key: "delete",
      label: t("delete"),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => setAsked("delete"),
    },
  ];
  return (
    <>
      {collection.isPublic && (
        <Button icon={<Share2 aria-hidden />} onClick={share}>
          {common("share")}
        </Button>
      )}
      <Button icon={<Pencil aria-hidden />} onClick={() => setAsked("edit")}>
        {common("edit")}
      </Button>
      {(collection.apps > 0 || isArranging) && (
        <Button
          variant={isArranging ? "primary" : "secondary"}
          icon={isArranging ? <Check aria-hidden /> : <ArrowDownUp aria-hidden />}
          onClick={onArrange}
        >
          {t(isArranging ? "arranged" : "arrange")}
        </Button>
      )}
      <DropdownMenu
        label={common("more")}
        align="end"
        items={items}
        trigger={
          <IconButton label={common("more")} variant="secondary">
            <MoreHorizontal />
          </IconButton>
        }
      />
      {asked === "edit" && <CollectionDialog collection={collection} onClose={() => setAsked(null)} />}
      {hasAskedToDelete && (
        <ConfirmDialog
          open={asked === "delete"}
          onOpenChange={(open) => !open && setAsked(null)}
          title={t("deleteTitle", { title: collection.title })}
          description={t("deleteText")}
          confirmLabel={t("delete")}
          danger
          pending={isDeleting}
          onConfirm={() => void remove()}
        />
      )}
    </>
  );
}

function Apps({ collection: { id, viewer } }: { collection: Collection }) {
  const t = useTranslations("collections");
  const errors = useErrorTexts();
  const query = useInfiniteQuery(collectionAppsQuery(id));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending)
    return (
      <div aria-hidden className="grid gap-3">
        <AppCardSkeleton />
        <AppCardSkeleton />
      </div>
    );
  if (query.isError && items.length === 0)
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (items.length === 0)
    return (
      <EmptyState
        title={t(viewer.owner ? "noAppsTitle" : "nothingToSee")}
        description={viewer.owner ? t("noAppsText") : undefined}
        action={<ButtonLink href="/apps">{t("toStore")}</ButtonLink>}
      />
    );
  return (
    <>
      <h2 className="sr-only">{t("appsTitle")}</h2>
      <ol aria-label={t("appsTitle")} className="grid gap-3">
        {items.map(({ app, note }, index) => (
          <li key={app.id} className="min-w-0">
            <AppCard app={app} note={note} eager={index < 6} />
          </li>
        ))}
      </ol>
      <LoadMore query={query} />
    </>
  );
}
