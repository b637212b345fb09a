import type { ReactNode } from "react";
import { Messages } from "@/components/shell/messages";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <Messages of={["auth", "settings"]}>{children}</Messages>;
}
