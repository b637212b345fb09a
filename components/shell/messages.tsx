import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { pickMessages, type Namespace } from "@/lib/i18n/messages";
import { MessagesProvider } from "./messages-provider";

/** Sends namespaces to the client components within, besides those that the layouts above send. */
export async function Messages({ of, children }: { of: readonly Namespace[]; children: ReactNode }) {
  return <MessagesProvider add={pickMessages(await getMessages(), of)}>{children}</MessagesProvider>;
}
