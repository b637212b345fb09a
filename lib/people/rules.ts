/** The name to show for a person. */
export function nameOf(user: { displayName: string; username: string }): string {
  return user.displayName || user.username;
}
