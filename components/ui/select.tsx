"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { useFieldProps } from "./field";

export interface SelectOption<Value extends string> {
  /** Never empty: an empty value is how browsers say that nothing is chosen. */
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "value" | "defaultValue" | "children"
> {
  options: readonly SelectOption<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
}

/** The platform's own select, so that phones show their own picker and every key works. */
export function Select<Value extends string>({
  options,
  onValueChange,
  onChange,
  className,
  ...rest
}: SelectProps<Value>) {
  const field = useFieldProps(rest);
  if (options.some((option) => option.value === ""))
    throw new Error("A select option must not have an empty value.");
  return (
    <select
      {...rest}
      {...field}
      className={cn("input", className)}
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value as Value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
