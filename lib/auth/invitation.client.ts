import { INVITATION_KEY } from "@/lib/config/storage-keys";

const MAX_CHARS = 40;

/** Keeps an invitation code for this tab, because signing up at a provider returns to another page. */
export function keepInvitation(code: string): void {
  try {
    sessionStorage.setItem(INVITATION_KEY, code.slice(0, MAX_CHARS));
  } catch {
    // Without storage, the person has to enter it again.
  }
}

export function keptInvitation(): string {
  try {
    return (sessionStorage.getItem(INVITATION_KEY) ?? "").slice(0, MAX_CHARS);
  } catch {
    return "";
  }
}
