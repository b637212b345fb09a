import type { ReactNode } from "react";
import { Messages } from "@/components/shell/messages";

export default function PublicLayout({ children }: { children: ReactNode }) {
  return <Messages of={["auth"]}>{children}</Messages>;
}
