"use client";

import { useState } from "react";

/** True from the first time that `value` is true: keeps an opened dialog mounted so that its closing animation runs. */
export function useEverTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value);
  if (value && !wasTrue) setWasTrue(true);
  return value || wasTrue;
}
