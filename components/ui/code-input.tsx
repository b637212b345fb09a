"use client";

import { cn } from "./cn";
import { Input, type InputProps } from "./input";

export interface CodeInputProps extends Omit<InputProps, "value" | "onChange"> {
  value: string;
  onValueChange: (value: string) => void;
  /** How many digits; `onComplete` is called with the last one. */
  digits: number;
  onComplete?: (value: string) => void;
}

/** A field for a code of digits, as it comes by mail or from an authenticator; takes it pasted with spaces too. */
export function CodeInput({ value, onValueChange, digits, onComplete, className, ...rest }: CodeInputProps) {
  return (
    <Input
      {...rest}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      // Room for spaces and full-width digits in what is pasted.
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
