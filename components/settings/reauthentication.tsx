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
import { CodeField } from "@/components/ui/code-field";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { api } from "@/lib/browser/api";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import { FormDialog } from "./form-dialog";

type Guarded = <T>(work: () => Promise<T>) => Promise<T | undefined>;

const GuardedContext = createContext<Guarded>((work) => work());

/**
 * Runs a request that the server accepts only shortly after a reauthentication: where that is due, asks for the password
 * or a code and runs `work` again. Resolves to undefined where the dialog is closed instead, and throws what `work` throws.
 */
export function useReauthenticated(): Guarded {
  return useContext(GuardedContext);
}

/** Provides `useReauthenticated` and shows its dialog. */
export function Reauthentication({ hasTotp, children }: { hasTotp: boolean; children: ReactNode }) {
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
          hasTotp={hasTotp}
          onProven={() => settle.current?.(true)}
          onClose={() => settle.current?.(false)}
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
        <CodeField
          error={form.fieldError("code")}
          value={code}
          onValueChange={setCode}
          onComplete={(value) => void prove({ code: value })}
        />
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
