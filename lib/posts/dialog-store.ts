import { create } from "zustand";
import type { Post } from "./contract";

/** A dialog about a post: edit the text, see earlier versions, react with any emoji, or see who reacted. */
export type PostDialog = { kind: "edit" | "versions" | "react" | "reactions"; post: Post };

export const usePostDialog = create<{ dialog: PostDialog | null }>()(() => ({ dialog: null }));

export function openPostDialog(dialog: PostDialog | null): void {
  usePostDialog.setState({ dialog });
}
