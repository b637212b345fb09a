"use client";

import { BellRing, RotateCcw, UserMinus, Wifi, WifiOff, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import type { AppFrameEvent, AppFrameHandle } from "@/components/sandbox/app-frame-types";
import type { TrialData } from "@/components/sandbox/trial-data";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import type { LocalNotice, LocalPerson, LocalPersonView } from "@/lib/rooms/local-person.client";
import type { LocalRoom } from "@/lib/rooms/local-room.client";
import type { Package } from "@/lib/package/open-package";
import { AppFrame } from "../lazy-app-frame";
import { useTrialStores } from "./storage/trial-stores";
import { Screen, useTrialLook } from "./trial-look";
import { networkFor, noteRefused } from "./simulated-network";

interface TrialPaneProps {
  app: Package;
  run: number;
  isFresh: boolean;
  /** What the app of this person has saved. */
  data: TrialData;
  room: LocalRoom;
  person: LocalPerson;
  shown: LocalPersonView;
  isClosed: boolean;
  isShared: boolean;
  by: string | undefined;
  onEvent: (event: AppFrameEvent, run: number, by?: string) => void;
}

/** An id that gives the two different colours, in each language. */
export const tintId = (name: string) => name.slice(0, 1);

/** The app as one person has it. */
export function TrialPane({
  app,
  run,
  isFresh,
  data,
  room,
  person,
  shown,
  isClosed,
  isShared,
  by,
  onEvent,
}: TrialPaneProps) {
  const t = useTranslations("playground.people");
  const heading = useId();
  const look = useTrialLook();
  const keeps = useTrialStores((state) => state.keeps);
  const frame = useRef<AppFrameHandle>(null);
  const { name, isOnline, wasRemoved, waiting, refused, notice } = shown;
  const state = wasRemoved
    ? t("wasRemoved")
    : !isOnline
      ? waiting > 0
        ? t("waiting", { count: waiting })
        : t("isOffline")
      : isClosed
        ? t("isClosed")
        : refused && t("refused", { code: refused });
  const { files, manifest } = app;
  const handle = (event: AppFrameEvent) => {
    if (event.type === "console") noteRefused(event, by);
    onEvent(event, run, by);
  };
  const restart = () => {
    person.forgetNotices();
    frame.current?.restart();
  };
  return (
    <section aria-labelledby={isShared ? heading : undefined} className="flex min-h-0 min-w-0 flex-col">
      {isShared && (
        <header className="flex h-10 flex-none items-center gap-1 border-b border-border pr-1 pl-2">
          <Avatar id={tintId(name)} name={name} size="xs" />
          <h2 id={heading} className="mx-1 flex-none text-sm font-semibold">
            {name}
          </h2>
          <p role="status" className="min-w-0 flex-1 truncate text-xs text-muted">
            {state}
          </p>
          {person !== room.owner && !wasRemoved && (
            <IconButton size="sm" label={t("remove", { name })} onClick={() => room.remove(person)}>
              <UserMinus aria-hidden />
            </IconButton>
          )}
          <IconButton
            size="sm"
            label={t("offline", { name })}
            aria-pressed={!isOnline}
            className="aria-pressed:bg-warning-soft aria-pressed:text-warning"
            onClick={() => person.setOnline(!isOnline)}
          >
            {isOnline ? <Wifi aria-hidden /> : <WifiOff aria-hidden />}
          </IconButton>
          <IconButton size="sm" label={t("restart", { name })} onClick={restart}>
            <RotateCcw aria-hidden />
          </IconButton>
        </header>
      )}
      <div className="grid min-h-0 flex-1 place-items-center overflow-hidden">
        <Screen>
          <AppFrame
            key={run}
            ref={frame}
            app={{
              id: "playground",
              name: manifest.name,
              version: manifest.version,
              source: { kind: "files", files, manifest },
            }}
            keep="memory"
            trial={{
              room,
              person,
              isShared,
              data,
              theme: look.theme === "here" ? null : look.theme,
              locale: look.language === "here" ? null : look.language,
              isFresh,
              keeps,
              network: networkFor({
                hosts: manifest.network?.hosts ?? [],
                isOnline: () => person.isOnline,
                by,
              }),
            }}
            focusOnLoad={false}
            onEvent={handle}
          />
        </Screen>
      </div>
      <div role="status" className="flex-none empty:hidden">
        {notice && <Notice key={notice.id} notice={notice} onDismiss={() => person.dismissNotice()} />}
      </div>
    </section>
  );
}

function Notice({ notice, onDismiss }: { notice: LocalNotice; onDismiss: () => void }) {
  const t = useTranslations("playground.people");
  const common = useTranslations("common");
  return (
    <div className="flex items-start gap-2 border-t border-border bg-overlay py-1.5 pr-1 pl-3 text-sm">
      <BellRing aria-hidden className="mt-1.5 size-4 flex-none text-accent" />
      <p className="min-w-0 flex-1 py-1 break-words">
        <span className="text-muted">{notice.isShown ? t("notice") : t("noticeLimit")}</span>{" "}
        <span dir="auto">{notice.text}</span>
        {notice.href && <span className="text-muted"> {notice.href}</span>}
      </p>
      <IconButton size="sm" label={common("close")} onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
