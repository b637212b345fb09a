"use client";

import { cn } from "./cn";
import { Input, type InputProps } from "./input";

export interface CodeInputProps extends Omit<InputProps, "value" | "onChange"> {
  value: string;
  onValueChange: (value: string) => void;
  digits: number;
  /** Called once all digits are entered. */
  onComplete?: (value: string) => void;
}

/** A field for a numeric code from a mail or an authenticator; accepts pasted spaces and full-width digits. */
export function CodeInput({ value, onValueChange, digits, onComplete, className, ...rest }: CodeInputProps) {
  return (
    <Input
      {...rest}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      // Leaves room for the spaces of a pasted code.
      maxLength={digits * 3}
      onChange={(event) => {
        const typed = event.target.value.normalize("NFKC").replace(/\D/g, "").slice(0, digits);
        onValueChange(typed);
        if (typed.length === digits && typed !== value) onComplete?.(typed);
      }}
      className={cn("font-mono text-xl tracking-[0.4em]", className)}
    />
  );
}
