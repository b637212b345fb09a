"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Blocks,
  BookOpen,
  Brush,
  Code2,
  FileCode2,
  FileText,
  Gamepad2,
  ListChecks,
  MessagesSquare,
  MousePointer2,
  NotebookPen,
  Vote,
  type LucideIcon,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { ownAppsQuery } from "@/lib/apps/queries";
import { useDockStore } from "@/lib/dock/store";
import type { App } from "@/lib/apps/contract";
import type { UserShort } from "@/lib/people/user-contract";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { TEMPLATES, type TemplateName } from "../playground/playground-names";
import { dockedApp } from "../use-dock-app";
import { UploadDrop } from "./upload-drop";
import { useDraft } from "./use-draft";
import { useUpload } from "./use-upload";

const PackageCard = dynamic(() => import("./package-card").then((module) => module.PackageCard), {
  ssr: false,
});
const UploadedOutside = dynamic(() => import("./outside-files").then((module) => module.UploadedOutside), {
  ssr: false,
});
const UploadDetails = dynamic(() => import("./upload-details").then((module) => module.UploadDetails), {
  ssr: false,
});

interface UploadViewProps {
  me: UserShort;
  /** The app to upload a new version of; null where the person chooses. */
  target: App | null;
}

/** `/add-app`: choose a package, check it, describe it, upload it. */
export function UploadView({ me, target }: UploadViewProps) {
  const t = useTranslations("apps");
  const router = useRouter();
  const own = useQuery(ownAppsQuery(me.id));
  const draft = useDraft({ userId: me.id, target, ownApps: own.data?.items ?? [] });
  const { existing, values, pack, finish } = draft;

  const onDone = useCallback(
    (app: App) => {
      finish();
      useDockStore.getState().addApp(dockedApp(app));
      const { name, version } = app;
      toast(existing ? t("upload.uploadedVersion", { name, version }) : t("upload.uploaded", { name }), {
        tone: "success",
      });
      router.push(`/apps/${app.id}`);
    },
    [finish, existing, router, t],
  );
  const sending = useUpload(onDone);
  const [trying, setTrying] = useState(false);
  const [bringing, setBringing] = useState(false);
  const busy = sending.state.step === "sending" || sending.state.step === "waiting";
  const ready = pack.state.step === "ready" ? pack.state.checked : null;

  const send = (version = values.version, consent?: { force: boolean }) => {
    if (!ready || bringing || !draft.valid(version)) return;
    draft.change({ version });
    const { notes, description, category, tags } = values;
    void sending.send({
      gumFile: new Blob([ready.package.bytes], { type: "application/zip" }),
      fileName: ready.fileName,
      icon: draft.sentIcon,
      banner: draft.banner,
      lookFirst: existing !== null && !consent,
      metadata: {
        name: values.name.trim(),
        version: version.trim(),
        description,
        category,
        tags,
        notes,
        uploadKey: draft.uploadKey,
        ...(existing && { appId: existing.id }),
        ...(consent?.force && { force: true }),
      },
    });
  };

  return (
    <Page width={ready ? "wide" : "medium"}>
      <PageHeader
        title={target ? t("upload.newVersionOf", { name: target.name }) : t("upload.title")}
        description={t("upload.subtitle")}
        back={
          target ? { href: `/apps/${target.id}`, label: target.name } : { href: "/apps", label: t("title") }
        }
      />
      {pack.state.step === "none" ? (
        <>
          <UploadDrop onPick={draft.pick} takesFocus={draft.discarded} />
          <PlaygroundLinks />
        </>
      ) : (
        <div className="flex flex-col gap-4">
          {draft.restored && (
            <Banner
              title={t("upload.keptTitle")}
              actions={
                <Button size="sm" onClick={draft.discard}>
                  {t("upload.discard")}
                </Button>
              }
            >
              {t("upload.keptText")}
            </Banner>
          )}
          <PackageCard state={pack.state} disabled={busy} onClear={draft.discard} />
          {ready && (
            <UploadedOutside
              key={draft.uploadKey}
              checked={ready}
              disabled={busy}
              begin={pack.begin}
              onBusy={setBringing}
            />
          )}
        </div>
      )}
      {ready && (
        <UploadDetails
          me={me}
          draft={draft}
          checked={ready}
          sending={sending}
          busy={busy}
          bringing={bringing}
          ownApps={target ? [] : (own.data?.items ?? [])}
          trying={trying}
          onTry={setTrying}
          onSend={send}
        />
      )}
    </Page>
  );
}

const TEMPLATE_ICONS: Record<TemplateName, LucideIcon> = {
  page: FileText,
  canvas: Brush,
  game: Gamepad2,
  notes: NotebookPen,
  module: Blocks,
  typed: FileCode2,
  poll: Vote,
  list: ListChecks,
  chat: MessagesSquare,
  pointers: MousePointer2,
};

/** For whoever has no package yet: the playground and its templates. */
function PlaygroundLinks() {
  const t = useTranslations("apps.upload");
  const playground = useTranslations("playground");
  const links: [href: string, icon: LucideIcon, label: string][] = TEMPLATES.map((name) => [
    `/playground?template=${name}`,
    TEMPLATE_ICONS[name],
    playground(`template.${name}`),
  ]);
  links.push(["/playground", Code2, t("playground")]);
  return (
    <section aria-labelledby="templates-title" className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="templates-title" className="text-lg">
          {t("orStart")}
        </h2>
        <Link
          href="/docs/package-format"
          className="inline-flex min-h-8 items-center gap-1.5 text-sm font-medium text-accent hover:underline"
        >
          <BookOpen aria-hidden className="size-4" />
          {t("guide")}
        </Link>
      </div>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {links.map(([href, Icon, label]) => (
          <li key={href}>
            <Link
              href={href}
              className="card card-link flex min-h-14 items-center gap-3 px-4 py-3 text-sm font-medium"
            >
              <Icon aria-hidden className="size-5 flex-none text-accent" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
