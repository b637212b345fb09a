"use client";

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { AuthFlow } from "./messages";
import { useAuthErrorTexts } from "./use-auth-error-text";

type Failure = {
  /** What to say above the form; empty where every problem belongs to a field. */
  text: string;
  fields: Record<string, string>;
  code: string | undefined;
  details: Record<string, unknown> | undefined;
  /** Seconds until another attempt makes sense. */
  retryAfter: number | undefined;
};

export type Submit = {
  pending: boolean;
  failure: Failure | null;
  /** The error of one field, if it has one. */
  fieldError: (path: string) => string | undefined;
  /** Runs `work`; answers what it gives, or undefined where it failed and `failure` says how. */
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Marks fields without asking the server. */
  refuse: (fields: Record<string, string>) => void;
  reset: () => void;
  /**
   * True once the page answers by itself. Until then a form must not be sent: the browser would do it in its own way,
   * and by GET it would write a password into the address.
   */
  ready: boolean;
  /** For the form: the first wrong field gets the focus, and the browser's own sending is no GET. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; method: "post" };
};

/** What never changes is subscribed to without effect. */
function never(): () => void {
  return () => undefined;
}

/**
 * One form's sending: pending state, and the failure in the person's words, on the fields it belongs to.
 * @param known the fields the form has; a problem with another one is said above the form
 * @param say the form's own words for a failure; what it answers null for is said in the flow's
 */
export function useSubmit(
  flow: AuthFlow,
  known: readonly string[],
  say?: (error: unknown) => string | null,
): Submit {
  const texts = useAuthErrorTexts();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

  useEffect(() => {
    if (failure) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  function describe(error: unknown): Failure {
    const { code, details, retryAfter } = (error ?? {}) as Partial<Failure>;
    const own = say?.(error);
    if (own) return { text: own, fields: {}, code, details, retryAfter };
    const { text, field } = texts.authText(error, flow);
    const fields = texts.fieldTexts(error);
    const onFields = Object.keys(fields).some((path) => known.includes(path));
    if (!onFields && field && known.includes(field))
      return { text: "", fields: { [field]: text }, code, details, retryAfter };
    return { text: onFields ? "" : text, fields, code, details, retryAfter };
  }

  return {
    pending,
    failure,
    fieldError: (path) => failure?.fields[path],
    ready,
    props: { ref: formRef, noValidate: true, method: "post" },
    refuse: (fields) =>
      setFailure({ text: "", fields, code: undefined, details: undefined, retryAfter: undefined }),
    reset: () => setFailure(null),
    run: async (work) => {
      setPending(true);
      setFailure(null);
      try {
        return await work();
      } catch (error) {
        setFailure(describe(error));
        return undefined;
      } finally {
        setPending(false);
      }
    },
  };
}
