import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requireUser } from "@/lib/server/auth/viewer";
import { getShellViewer } from "@/lib/server/services/shell-service";
import { RunningApps } from "./parts/running-apps";

export default async function MainLayout({ children }: { children: ReactNode }) {
  const viewer = await requireUser();
  return (
    <Shell viewer={await getShellViewer(viewer)} windows={<RunningApps />}>
      {children}
    </Shell>
  );
}
