"use client";

import dynamic from "next/dynamic";
import { RunView } from "@/components/apps/run-view";
import { LoadingScreen } from "@/components/shell/loading-screen";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";

const RoomControls = dynamic(() =>
  import("@/components/rooms/room-controls").then((module) => module.RoomControls),
);
const RoomHints = dynamic(() => import("@/components/rooms/room-hints").then((module) => module.RoomHints));

const LocalRunView = dynamic(
  () => import("@/components/apps/local-run-view").then((module) => module.LocalRunView),
  { ssr: false, loading: () => <LoadingScreen runtime /> },
);

interface RunScreenProps {
  id: string;
  roomId: string | null;
  /** The post whose moment it starts from. */
  momentOf: string | null;
}

export function RunScreen({ id, roomId, momentOf }: RunScreenProps) {
  return (
    // Each room and each moment is another run.
    <RunView
      key={momentOf ?? roomId}
      id={id}
      roomId={momentOf ? null : roomId}
      momentOf={momentOf}
      Place={AppWindowPlace}
      RoomControls={RoomControls}
      RoomHints={RoomHints}
    />
  );
}

export function LocalRunScreen({ id }: { id: string }) {
  return <LocalRunView id={id} Place={AppWindowPlace} />;
}
