import type { Metadata } from "next";
import type { ReactNode } from "react";

// These addresses briefly hold a secret that must not reach another site.
export const metadata: Metadata = { referrer: "no-referrer" };

export default function MailedLinkLayout({ children }: { children: ReactNode }) {
  return children;
}
