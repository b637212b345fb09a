"use client";

import { useState } from "react";

/** True from the first time that `value` is: what was opened once stays mounted, so that it closes with its animation. */
export function useEverTrue(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return value || ever;
}
