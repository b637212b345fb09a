/** Puts a post's address into the clipboard. @returns false where the browser does not allow it */
export async function copyPostLink(id: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(new URL(`/post/${id}`, location.origin).href);
    return true;
  } catch {
    return false;
  }
}
