"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { lazyPart, soon } from "@/components/ui/lazy-part";

const part = lazyPart<{ pathname: string }>(() =>
  import("./arrival-screen").then((module) => module.ArrivalScreen),
);

/** Stands where the next page is on its way. */
export function Arrival() {
  const Screen = part.use(true);
  const pathname = usePathname();
  return Screen && <Screen pathname={pathname} />;
}

/** Fetches what stands there once a page is left: not before the first page stands. */
export function PreloadArrival() {
  useEffect(() => soon(part.preload), []);
  return null;
}
