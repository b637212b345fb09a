import type { ReactNode } from "react";
import { PageTransition } from "@/components/shell/page-transition";

export default function MainTemplate({ children }: { children: ReactNode }) {
  return <PageTransition>{children}</PageTransition>;
}
