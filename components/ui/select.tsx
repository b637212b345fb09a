"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { useFieldProps } from "./field";

interface SelectOption<Value extends string> {
  /** Must not be empty: to a browser, an empty value means that nothing is selected. */
  value: Value;
  label: string;
}

interface SelectProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "value" | "defaultValue" | "onChange" | "children"
> {
  options: readonly SelectOption<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
}

/** The native select, so that phones show their own picker and every key works. */
export function Select<Value extends string>({
  options,
  onValueChange,
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
      onChange={(event) => onValueChange?.(event.target.value as Value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
