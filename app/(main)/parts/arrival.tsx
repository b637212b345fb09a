"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { lazyPart, soon } from "@/components/ui/lazy-part";
import MainErrorPage from "../error";

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

/** In the layout's code: Next would fetch a script of its own for it, and not take the page over before that has come. */
PreloadArrival.error = MainErrorPage;
