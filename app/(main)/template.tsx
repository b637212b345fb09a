import type { ReactNode } from "react";
import { PageTransition } from "@/components/shell/page-transition";
import { Arrival, ArrivalPreload } from "./_slots/arrival";

export default function MainTemplate({ children }: { children: ReactNode }) {
  return (
    <>
      <PageTransition arrival={<Arrival />}>{children}</PageTransition>
      <ArrivalPreload />
    </>
  );
}
