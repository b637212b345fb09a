"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input, type InputProps } from "./input";

/** A password field with a button that reveals the text. */
export function PasswordInput({
  autoComplete = "current-password",
  ...rest
}: Omit<InputProps, "type" | "trailing">) {
  const t = useTranslations("common");
  const [shown, setShown] = useState(false);
  const label = shown ? t("hidePassword") : t("showPassword");
  return (
    <Input
      {...rest}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={label}
          aria-pressed={shown}
          title={label}
          onClick={() => setShown((value) => !value)}
          className="grid size-9 place-items-center rounded-sm hover:text-text"
        >
          {shown ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
        </button>
      }
    />
  );
}
