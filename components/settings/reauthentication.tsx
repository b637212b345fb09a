"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import type { FactorsResponse } from "@/lib/auth/contract";

const ProofDialog = dynamic(() => import("./proof-dialog").then((module) => module.ProofDialog), {
  ssr: false,
});

type Guarded = <T>(work: () => Promise<T>) => Promise<T | undefined>;

const GuardedContext = createContext<Guarded>((work) => work());

/**
 * Runs a request that requires a recent reauthentication: if there was none, asks for it and runs `work` again.
 * Resolves to undefined if the dialog is closed instead, and throws what `work` throws.
 */
export function useReauthenticated(): Guarded {
  return useContext(GuardedContext);
}

/** Provides `useReauthenticated` and shows its dialog. */
export function Reauthentication({
  factors,
  children,
}: {
  /** Undefined while unknown. */
  factors: FactorsResponse | undefined;
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const settle = useRef<((proven: boolean) => void) | null>(null);

  const run = useCallback<Guarded>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== "reauthentication_required") throw error;
    }
    const proven = await new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setAsking(true);
    });
    setAsking(false);
    return proven ? work() : undefined;
  }, []);

  return (
    <GuardedContext.Provider value={run}>
      {children}
      {asking && (
        <ProofDialog
          factors={factors}
          onProven={() => settle.current?.(true)}
          onClose={() => settle.current?.(false)}
        />
      )}
    </GuardedContext.Provider>
  );
}
