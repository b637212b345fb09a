import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { messagesJson, type Namespace } from "@/lib/i18n/messages";
import { MessagesProvider } from "./messages-provider";

/** Makes namespaces available to the client components inside, in addition to those of the layouts above. */
export async function Messages({ of, children }: { of: readonly Namespace[]; children: ReactNode }) {
  return <MessagesProvider json={messagesJson(await getMessages(), of)}>{children}</MessagesProvider>;
}
