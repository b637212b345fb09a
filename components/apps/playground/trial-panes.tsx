"use client";

import { Eraser, Lock, LockOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore, type ComponentType } from "react";
import type { AppFrameEvent } from "@/components/sandbox/app-frame-types";
import { TrialData } from "@/components/sandbox/trial-data";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { Switch } from "@/components/ui/switch";
import type { Finding } from "@/lib/package/finding";
import type { LiveCard } from "@/lib/rooms/card-contract";
import { LocalRoom, type LocalRoomView } from "@/lib/rooms/local-room.client";
import { isShared } from "@/lib/rooms/rules";
import type { Package } from "@/lib/package/open-package";
import { useFindingText } from "../upload/use-finding-text";
import type { Project } from "./project";
import { useSimulatedNetwork } from "./simulated-network";
import { useTrialStores } from "./storage/trial-stores";
import { LookBar } from "./trial-look";
import { tintId, TrialPane } from "./trial-pane";

/** The card of a room as its post shows it. */
export type PostCardProps = { card: LiveCard; version: number; appName: string };

interface TrialPanesProps {
  /** With the answers of its network. */
  project: Project;
  /** Null while the check refuses it: its room and data stay for when it runs again. */
  app: Package | null;
  findings: readonly Finding[];
  /** Grows with every run. */
  run: number;
  /** It starts anew, where not only its code has changed. */
  isFresh: boolean;
  /** `by` is the name of the person in whose pane it was, if there are several. */
  onEvent: (event: AppFrameEvent, run: number, by?: string) => void;
  PostCard: ComponentType<PostCardProps>;
}

/** The app as it runs, with a room in the memory of this page: for one pretend person, or for two side by side. */
export default function TrialPanes({
  project,
  app,
  findings,
  run,
  isFresh,
  onEvent,
  PostCard,
}: TrialPanesProps) {
  const t = useTranslations("playground.people");
  const newRoom = () => new LocalRoom([t("first"), t("second")]);
  const [room, setRoom] = useState(newRoom);
  const [hasTwo, setHasTwo] = useState(true);
  const view = useSyncExternalStore(room.subscribe, room.view, room.view);
  const isOffline = useSimulatedNetwork(({ condition }) => condition === "offline");
  useEffect(() => useSimulatedNetwork.setState({ project }), [project]);
  const [data] = useState(() => [new TrialData(), new TrialData()] as const);
  useEffect(() => {
    for (const person of room.people) person.setOnline(!isOffline);
  }, [room, isOffline]);
  const [manifest, setManifest] = useState(app?.manifest ?? null);
  if (app && app.manifest !== manifest) setManifest(app.manifest);
  const shared = manifest !== null && isShared(manifest);
  const card = shared ? cardOf(view) : null;
  const people = shared && hasTwo ? room.people : room.people.slice(0, 1);
  const names = people.map(({ name }) => name).join("\n");
  useEffect(() => {
    const kept = data.slice(0, names.split("\n").length);
    useTrialStores.setState({
      stores: kept.map((each, index) => ({ name: names.split("\n")[index]!, data: each })),
    });
  }, [data, names]);
  useEffect(() => () => useTrialStores.setState({ stores: [] }), []);
  return (
    <div
      data-people={people.length}
      className="@container flex size-full min-h-0 flex-col overflow-y-auto overscroll-contain"
    >
      <LookBar />
      {shared && (
        <div className="flex flex-none items-center gap-2 border-b border-border py-1.5 pr-1.5 pl-3">
          <Switch
            className="min-w-0 flex-1"
            label={t("two")}
            hint={t("local")}
            checked={hasTwo}
            onCheckedChange={setHasTwo}
          />
          <IconButton
            size="sm"
            label={t("close")}
            aria-pressed={view.isClosed}
            className="aria-pressed:bg-warning-soft aria-pressed:text-warning"
            onClick={() => room.setClosed(!view.isClosed)}
          >
            {view.isClosed ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
          </IconButton>
          <IconButton size="sm" label={t("empty")} onClick={() => setRoom(newRoom())}>
            <Eraser aria-hidden />
          </IconButton>
        </div>
      )}
      {!app && <Refused findings={findings} />}
      {app && (
        <div
          className={cn(
            "grid grid-cols-[minmax(0,1fr)]",
            people.length === 1
              ? "min-h-0 flex-1 grid-rows-[minmax(0,1fr)]"
              : "flex-[1_0_auto] auto-rows-[minmax(17rem,1fr)] @max-lg:divide-y @max-lg:divide-border @lg:grid-cols-2 @lg:divide-x @lg:divide-border",
          )}
        >
          {people.map((person, index) => (
            <TrialPane
              key={`${room.id} ${index}`}
              app={app}
              run={run}
              isFresh={isFresh}
              data={data[index]!}
              room={room}
              person={person}
              shown={view.people[index]!}
              isClosed={view.isClosed}
              isShared={shared}
              onEvent={onEvent}
              by={people.length > 1 ? person.name : undefined}
            />
          ))}
        </div>
      )}
      {card && (
        <section
          aria-label={t("card")}
          className="max-h-[45%] flex-none overflow-y-auto border-t border-border bg-bg p-3"
        >
          <p aria-hidden className="mb-1.5 text-xs text-muted">
            {t("card")}
          </p>
          <div className="mx-auto max-w-[36rem] overflow-hidden rounded-lg border border-border bg-raised">
            <PostCard card={card} version={view.version} appName={manifest!.name} />
          </div>
        </section>
      )}
    </div>
  );
}

function Refused({ findings: [first] }: { findings: readonly Finding[] }) {
  const textOf = useFindingText();
  return (
    <div className="grid min-h-24 flex-1 place-items-center">
      {first ? (
        <p className="min-w-0 p-6 text-center text-sm break-words text-muted">{textOf(first)}</p>
      ) : (
        <Spinner className="text-muted" />
      )}
    </div>
  );
}

/** All people of the playground let apps see who they are. */
function cardOf({ card, people }: LocalRoomView): LiveCard | null {
  if (!card) return null;
  const { content, picture } = card;
  const { title, lines, bars, alt } = content;
  const named = people.filter(({ address, wasRemoved }) => !wasRemoved && card.people.includes(address));
  return {
    title,
    lines,
    bars,
    image: picture && { ...picture, alt },
    people: named.map(({ name }) => ({
      id: tintId(name),
      username: name,
      displayName: name,
      avatarUrl: null,
    })),
    otherPeople: card.people.length - named.length,
  };
}
