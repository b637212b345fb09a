import { create } from "zustand";
import type { Post } from "./contract";

/** A dialog about a post: `edit` its text, or what it said before. */
export type PostDialog = { kind: "edit" | "versions"; post: Post };

export const usePostDialog = create<{ dialog: PostDialog | null }>()(() => ({ dialog: null }));

export function openPostDialog(dialog: PostDialog | null): void {
  usePostDialog.setState({ dialog });
}
