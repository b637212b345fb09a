import type { UserShort } from "@/lib/people/user-contract";

/** What a person is called where they are shown. */
export function nameOf(user: UserShort): string {
  return user.displayName || user.username;
}
