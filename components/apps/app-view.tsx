"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Clock, Code2, Flag, LibraryBig, MoreHorizontal, Play, Plus } from "lucide-react";
import Link from "next/link";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { appQuery } from "@/lib/apps/queries";
import { trialQuery } from "@/lib/apps/trial-queries";
import { useQueuedCommentCount } from "@/lib/posts/outgoing-store";
import { askReport } from "@/lib/moderation/store";
import type { App } from "@/lib/apps/contract";
import { isGame } from "@/lib/apps/rules";
import { isShared } from "@/lib/rooms/rules";
import { allowsSource } from "@/lib/apps/license";
import { toAppCategory } from "@/lib/package/category";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { AppIcon } from "@/components/ui/app-icon";
import { Button, ButtonLink } from "@/components/ui/button";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { leave } from "@/components/ui/leave";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { Page } from "@/components/ui/page";
import { SkeletonText } from "@/components/ui/skeleton";
import { Stars } from "@/components/ui/stars";
import { AppBackdrop } from "./app-backdrop";
import { AppPermissions } from "./app-permissions";
import { AppOrigin, AppRemixes } from "./app-remixes";
import { AppVersions } from "./app-versions";
import { DeviceDataNote } from "./device-data-note";
import { LikeButton } from "./like-button";
import { MadeWithFact } from "./made-with";
import { Screenshots } from "./screenshots";
import { ShareMenu } from "./share-menu";
import { useAppFormat } from "./use-app-format";
import { useAppTexts } from "./use-app-texts";
import { useDockApp } from "./use-dock-app";
import { RemixButton } from "./remix-button";
import { usePreload } from "./use-preload";

// Not every app's page has them, so they are not part of the first load.
const AppScores = dynamic(() => import("./app-scores").then((module) => module.AppScores), {
  loading: () => <SkeletonText lines={4} />,
});
const AppTrial = dynamic(() => import("./app-trial").then((module) => module.AppTrial));
const AppCollections = dynamic(() =>
  import("./collections/app-collections").then((module) => module.AppCollections),
);
const AddToCollection = dynamic(
  () => import("./collections/add-to-collection").then((module) => module.AddToCollection),
  { ssr: false },
);
// For owners only.
const OwnerPanel = dynamic(() => import("./owner-panel").then((module) => module.OwnerPanel));

interface AppViewProps {
  id: string;
  /** The comments; they come from another feature. */
  discussion: ReactNode;
  /** The ratings and reviews; of another feature, too. */
  reviews: ReactNode;
  /** Opens a room of the app; of another feature, too. */
  together: ReactNode;
}

export function AppView({ id, discussion, reviews, together }: AppViewProps) {
  const t = useTranslations("apps");
  const errors = useErrorTexts();
  const textsOf = useAppTexts();
  const { data: app, error } = useQuery(appQuery(id));
  const queued = useQueuedCommentCount({ type: "app", id });
  if (!app) {
    return (
      <Page width="medium">
        <EmptyState
          title={errors.text(error)}
          action={<ButtonLink href="/apps">{t("toStore")}</ButtonLink>}
        />
      </Page>
    );
  }
  const { description } = textsOf(app);
  return (
    <Page width="wide">
      {/* On narrow windows the aside stands between the hero and the rest. */}
      <div className="grid grid-cols-1 gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <AppBackdrop
            app={app}
            eager
            soft
            className={cn(
              "-mx-4 -mt-4 sm:mx-0 sm:mt-0 sm:rounded-xl",
              app.bannerUrl ? "aspect-[8/3]" : "h-32 sm:h-40",
            )}
          />
          <Hero app={app} together={together} />
        </div>
        <div className="flex min-w-0 flex-col gap-8 max-lg:row-start-3">
          <Pictures app={app} />
          <Section title={t("about")} id="about">
            {description ? (
              <p className="max-w-prose text-pretty break-words whitespace-pre-line">{description}</p>
            ) : (
              <p className="text-muted">{t("noDescription")}</p>
            )}
            {app.tags.length > 0 && (
              <ul className="mt-3 flex flex-wrap gap-1.5" aria-label={t("form.tags")}>
                {app.tags.map((tag) => (
                  <li key={tag}>
                    <Link
                      href={`/apps?search=${encodeURIComponent(tag)}`}
                      prefetch={false}
                      className="inline-flex h-7 items-center rounded-full bg-hover px-2.5 text-xs text-muted hover:text-text touch:h-9"
                    >
                      {tag}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Section>
          {app.manifest.scores && app.manifest.scores.length > 0 && (
            <Section title={t("scores.title")} id="scores">
              <AppScores app={app} boards={app.manifest.scores} />
            </Section>
          )}
          <Section title={t("reviews")} id="reviews">
            {reviews}
          </Section>
          <Section title={t("may.title")} id="permissions">
            <AppPermissions manifest={app.manifest} />
          </Section>
          <Tried app={app} />
          <Section title={t("versions.title")} id="versions">
            <AppVersions app={app} />
          </Section>
          <AppRemixes app={app} />
          <LazyBoundary>
            <AppCollections appId={app.id} />
          </LazyBoundary>
          <div>
            <h2 className="mb-3 text-lg">{t("comments", { count: app.counts.comments + queued })}</h2>
            <div className="card overflow-hidden">{discussion}</div>
          </div>
        </div>
        <aside className="flex min-w-0 flex-col gap-6 max-lg:row-start-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {app.viewer.owner && <OwnerPanel app={app} />}
          <Facts app={app} />
          <DeviceDataNote appId={app.id} />
        </aside>
      </div>
    </Page>
  );
}

function Section({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Pictures({ app }: { app: App }) {
  const { data } = useQuery(trialQuery(app));
  return <Screenshots app={app} trial={data?.trial ?? null} />;
}

function Tried({ app }: { app: App }) {
  const { data } = useQuery(trialQuery(app));
  if (!data?.trial) return null;
  return (
    <LazyBoundary>
      <AppTrial app={app} trial={data.trial} />
    </LazyBoundary>
  );
}

function Hero({ app, together }: { app: App; together: ReactNode }) {
  const t = useTranslations("apps");
  const common = useTranslations("common");
  const dock = useDockApp(app);
  const router = useRouter();
  const tryOut = () =>
    leave(() => {
      dock.tryOut();
      router.push(`/apps/${app.id}/run`);
    });
  const { name } = useAppTexts()(app);
  const preload = usePreload(app);
  const collections = useTranslations("collections");
  const [isCollecting, setIsCollecting] = useState(false);
  // The dock's menu leads here.
  const isAsked = useSearchParams().has("collect");
  const endCollecting = () => {
    setIsCollecting(false);
    if (isAsked) history.replaceState(null, "", location.pathname);
  };
  const more: MenuItem[] = [
    {
      key: "collect",
      label: collections("add"),
      icon: <LibraryBig />,
      onSelect: () => setIsCollecting(true),
    },
  ];
  const isOpen = allowsSource(app.manifest.license);
  if (app.viewer.owner || isOpen) {
    more.push({ key: "source", label: t("viewSource"), icon: <Code2 />, href: `/playground?app=${app.id}` });
  }
  if (!app.viewer.owner) {
    const onSelect = () => askReport({ type: "app", id: app.id, name: app.name });
    more.push({ key: "report", label: t("report.action"), icon: <Flag />, danger: true, onSelect });
  }
  return (
    <header className="relative mt-5 flex flex-wrap items-center gap-x-5 gap-y-4">
      {/* The icon overlaps the backdrop, but not a banner, which may have text at its bottom. */}
      <AppIcon
        src={app.iconUrl}
        px={96}
        eager
        className={cn(
          "size-20 rounded-2xl sm:size-24",
          !app.bannerUrl && "-mt-14 self-end shadow-md ring-4 ring-bg sm:ml-6",
        )}
      />
      <div className="min-w-0 flex-1 basis-44">
        <h1 className="text-2xl break-words sm:text-3xl">{name}</h1>
        <p className="mt-0.5 text-sm text-muted">
          <Link href={`/profile/${app.owner.id}`} className="rounded-xs hover:text-text hover:underline">
            {app.owner.displayName || app.owner.username}
          </Link>
          {" · "}
          {t(`category.${toAppCategory(app.category)}`)}
        </p>
        <RatingLink app={app} />
        <AppOrigin app={app} />
      </div>
      <div className="flex w-full flex-wrap items-center gap-2">
        <ButtonLink
          href={`/apps/${app.id}/run`}
          variant="primary"
          size="lg"
          className="max-sm:flex-1"
          icon={<Play aria-hidden className="fill-current" />}
          {...preload}
        >
          {t(isGame(app) ? "play" : "run")}
        </ButtonLink>
        {isShared(app.manifest) && together}
        <Button
          size="lg"
          aria-pressed={dock.added}
          className="max-sm:flex-1"
          icon={dock.added ? <Check aria-hidden /> : <Plus aria-hidden />}
          onClick={dock.added ? dock.remove : dock.add}
        >
          {t(dock.added ? "dock.in" : "dock.add")}
        </Button>
        {isOpen && <RemixButton appId={app.id} className="max-sm:flex-1" />}
        <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:*:px-2">
          {!dock.added && !dock.trial && (
            <Button
              size="lg"
              icon={<Clock aria-hidden />}
              title={t("tryOut")}
              aria-label={t("tryOut")}
              onClick={tryOut}
            >
              {t("try")}
            </Button>
          )}
          <LikeButton app={app} />
          <ShareMenu app={app} />
          <DropdownMenu
            label={common("more")}
            align="end"
            items={more}
            trigger={
              <IconButton label={common("more")} size="lg" variant="secondary">
                <MoreHorizontal />
              </IconButton>
            }
          />
        </span>
      </div>
      {(isCollecting || isAsked) && <AddToCollection app={{ id: app.id, name }} onClose={endCollecting} />}
    </header>
  );
}

/** The average rating, which links to the reviews. */
function RatingLink({ app }: { app: App }) {
  const t = useTranslations("apps");
  const format = useAppFormat();
  const { average, count } = app.rating;
  if (average === null) return null;
  const values = { average: format.average(average), count };
  return (
    <a
      href="#reviews"
      className="mt-1 inline-flex min-h-6 items-center gap-1.5 rounded-xs text-sm hover:underline"
    >
      <Stars value={average} label={t("rated", values)} />
      <span aria-hidden className="tabular-nums">
        {values.average} <span className="text-muted">({format.count(count)})</span>
      </span>
    </a>
  );
}

function Facts({ app }: { app: App }) {
  const t = useTranslations("apps");
  const format = useAppFormat();
  const { license, source_code_url: source } = app.manifest;
  const facts: [string, ReactNode][] = [
    [t("facts.version"), app.version],
    [t("facts.size"), format.size(app.packageBytes)],
    [t("facts.people"), format.count(app.counts.users)],
    [t("facts.runs"), format.count(app.counts.runs)],
    [t("facts.updated"), format.date(app.updatedAt)],
  ];
  if (license) facts.push([t("facts.license"), license]);
  if (source) {
    const rel = "noreferrer nofollow ugc";
    facts.push([
      t("facts.source"),
      <a key="source" href={source} target="_blank" rel={rel} className="text-accent hover:underline">
        {new URL(source).hostname}
      </a>,
    ]);
  }
  return (
    <dl className="card grid grid-cols-3 gap-x-4 gap-y-3 p-4 text-sm lg:grid-cols-2 lg:p-5">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-0.5 truncate font-medium tabular-nums">{value}</dd>
        </div>
      ))}
      <MadeWithFact names={app.madeWith} />
    </dl>
  );
}
