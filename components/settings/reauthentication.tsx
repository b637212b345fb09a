"use client";

import { useTranslations } from "next-intl";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { api } from "@/lib/browser/api";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import { FormDialog } from "./form-dialog";

/** Thrown where a person closed the dialog instead of proving who they are. */
export class ReauthenticationCancelled extends Error {
  constructor() {
    super("cancelled");
    this.name = "ReauthenticationCancelled";
  }
}

type Guarded = <T>(work: () => Promise<T>) => Promise<T>;

const GuardedContext = createContext<Guarded>((work) => work());

/**
 * Runs what the server lets through only shortly after a proof of who one is: asks for it where it is missing, then
 * runs it again.
 * @throws ReauthenticationCancelled, and what `work` throws
 */
export function useReauthenticated(): Guarded {
  return useContext(GuardedContext);
}

/** Holds the dialog that asks for the proof. */
export function Reauthentication({ hasTotp, children }: { hasTotp: boolean; children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const answer = useRef<((proven: boolean) => void) | null>(null);

  const run = useCallback<Guarded>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== "reauthentication_required") throw error;
    }
    const proven = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setAsking(true);
    });
    setAsking(false);
    if (!proven) throw new ReauthenticationCancelled();
    return work();
  }, []);

  return (
    <GuardedContext.Provider value={run}>
      {children}
      {asking && (
        <ProofDialog
          hasTotp={hasTotp}
          onProven={() => answer.current?.(true)}
          onClose={() => answer.current?.(false)}
        />
      )}
    </GuardedContext.Provider>
  );
}

function ProofDialog({
  hasTotp,
  onProven,
  onClose,
}: {
  hasTotp: boolean;
  onProven: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.reauth");
  const tAuth = useTranslations("auth.fields");
  const [byCode, setByCode] = useState(false);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const form = useSubmit("other", ["password", "code"]);

  async function prove(body: { password: string } | { code: string }) {
    const done = await form.run(async () => {
      await api("/v2/auth/reauthenticate", { method: "POST", body });
      return true;
    });
    if (done) onProven();
    else setCode("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (byCode ? code.length === CODE_DIGITS : password) void prove(byCode ? { code } : { password });
  }

  return (
    <FormDialog
      form={form}
      size="sm"
      title={t("title")}
      description={byCode ? t("codeLead") : t("lead")}
      action={t("confirm")}
      onSubmit={submit}
      onClose={onClose}
    >
      {byCode ? (
        <Field label={tAuth("sixDigits")} error={form.fieldError("code")} required>
          <CodeInput
            autoFocus
            digits={CODE_DIGITS}
            value={code}
            onValueChange={setCode}
            onComplete={(value) => void prove({ code: value })}
          />
        </Field>
      ) : (
        <Field label={tAuth("password")} error={form.fieldError("password")} required>
          <PasswordInput
            autoFocus
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      {hasTotp && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => {
            setByCode(!byCode);
            form.reset();
          }}
        >
          {byCode ? t("withPassword") : t("withCode")}
        </Button>
      )}
    </FormDialog>
  );
}
