"use client";

import { type ReactNode, useEffect } from "react";
import { api } from "@/lib/browser/api";
import type { MeResponse } from "@/lib/auth/contract";
import { convertLegacyHash } from "@/lib/auth/legacy-hash";

/** The destination of a visitor of `/`; the login screen for guests and on any failure. */
async function findEntry(): Promise<string> {
  try {
    const me = await api<MeResponse>("/v2/auth/me");
    const onboarded = me.onboarding?.isOnboarded || me.onboarding_completed;
    return onboarded ? "/timeline" : "/onboarding";
  } catch {
    return "/login";
  }
}

/** Redirects from `/`: a legacy hash to its page, everybody else by their session. Shows `children` until then. */
export function RootEntry({ children }: { children: ReactNode }) {
  useEffect(() => {
    if (window.location.hash.length > 1) {
      const { path, known } = convertLegacyHash(window.location.hash);
      if (!known) console.warn(`Unknown hash ${window.location.hash.slice(0, 100)}: showing the timeline.`);
      window.location.replace(path);
      return;
    }
    void findEntry().then((path) => window.location.replace(path));
  }, []);
  return children;
}
