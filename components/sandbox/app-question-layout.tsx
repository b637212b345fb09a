"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Button } from "@/components/ui/button";

export const titleIdOf = (id: string): string => `${id}-title`;
export const textIdOf = (id: string): string => `${id}-text`;

export function Layout({
  id,
  title,
  speaker,
  children,
  footer,
}: {
  id: string;
  title: string;
  /** The icon of the app whose words follow, null for the default one; absent where the words are ours. */
  speaker?: string | null;
  children: ReactNode;
  footer: ReactNode;
}) {
  const t = useTranslations("sandbox.question");
  return (
    <>
      <div className="flex items-center gap-2.5">
        {speaker !== undefined && (
          <AppIcon src={speaker} px={28} eager className="size-7 flex-none rounded-sm" />
        )}
        <h2 id={titleIdOf(id)} className="min-w-0 text-lg break-words">
          {title}
        </h2>
      </div>
      {speaker !== undefined && <p className="mt-1 text-xs text-muted">{t("notGum")}</p>}
      <div className="mt-2">{children}</div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>
    </>
  );
}

/** Keeps the line breaks of the app's text. */
export function AppText({ id, text }: { id: string; text: string }) {
  return (
    <p id={textIdOf(id)} className="max-h-60 overflow-y-auto text-sm break-words whitespace-pre-wrap">
      {text}
    </p>
  );
}

interface ConfirmProps {
  label: string;
  second?: boolean;
  /** False ignores a press. */
  armed?: boolean;
  onClick: () => void;
}

export function Confirm({ label, second, armed = true, onClick }: ConfirmProps) {
  return (
    <Button
      variant="primary"
      data-first={second ? undefined : ""}
      data-armed={armed}
      aria-disabled={!armed}
      onClick={() => armed && onClick()}
    >
      {label}
    </Button>
  );
}

export function Cancel({ first, onClick }: { first?: boolean; onClick: () => void }) {
  const t = useTranslations("common");
  return (
    <Button variant="ghost" data-first={first ? "" : undefined} onClick={onClick}>
      {t("cancel")}
    </Button>
  );
}
