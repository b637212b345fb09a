/** What a comment is about. */
export type CommentSubject = { type: "post" | "app"; id: string };
