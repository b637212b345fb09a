import type { ReactNode } from "react";
import { Messages } from "@/components/shell/messages";

export default function AppsLayout({ children }: { children: ReactNode }) {
  return <Messages of={["apps", "collections"]}>{children}</Messages>;
}
