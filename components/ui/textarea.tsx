"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { useFieldProps } from "./field";

export interface TextareaProps extends ComponentProps<"textarea"> {
  /** Grows with its text, in browsers that support `field-sizing`. */
  grow?: boolean;
}

export function Textarea({ className, grow, ...rest }: TextareaProps) {
  const field = useFieldProps(rest);
  return (
    <textarea
      {...rest}
      {...field}
      className={cn("input", grow && "field-sizing-content max-h-[60dvh]", className)}
    />
  );
}
