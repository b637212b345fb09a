"use client";

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { AuthFlow } from "./messages";
import { useAuthErrorTexts } from "./use-auth-error-text";

type Failure = {
  /** The message above the form; empty if every problem belongs to a field. */
  text: string;
  fields: Record<string, string>;
  code: string | undefined;
  details: Record<string, unknown> | undefined;
  /** In seconds. */
  retryAfter: number | undefined;
};

export type Submit = {
  pending: boolean;
  failure: Failure | null;
  fieldError: (path: string) => string | undefined;
  /** Runs `work`; returns its result, or undefined if it failed and set `failure`. */
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Marks fields without asking the server. */
  refuse: (fields: Record<string, string>) => void;
  reset: () => void;
  /** True after hydration. Before it, the browser would submit the form natively. */
  ready: boolean;
  /** Props of the form. A native submit must not be a GET, which would put the password into the URL. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; method: "post" };
};

const subscribeToNothing = () => () => undefined;

/**
 * Submits a form: pending state, and the localized failure on the fields it belongs to.
 * @param known the form's fields; problems with other fields show above the form
 * @param ownMessage the form's own message for a failure; null for the flow's
 */
export function useSubmit(
  flow: AuthFlow,
  known: readonly string[],
  ownMessage?: (error: unknown) => string | null,
): Submit {
  const texts = useAuthErrorTexts();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const ready = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

  useEffect(() => {
    if (failure) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  function describe(error: unknown): Failure {
    const { code, details, retryAfter } = (error ?? {}) as Partial<Failure>;
    const own = ownMessage?.(error);
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
