import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requireUser } from "@/lib/server/auth/viewer";
import { getShellViewer } from "@/lib/server/services/shell-service";

export default async function MainLayout({ children }: { children: ReactNode }) {
  const viewer = await requireUser();
  const [shellViewer, requestHeaders] = await Promise.all([getShellViewer(viewer), headers()]);
  return (
    <Shell viewer={shellViewer} nonce={requestHeaders.get("x-nonce") ?? undefined}>
      {children}
    </Shell>
  );
}
