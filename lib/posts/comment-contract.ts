import { z } from "zod";
import { COMMENT_MAX_CHARS, COMMENTS_PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { idSchema } from "@/lib/shared/contract";
import { userShortSchema } from "@/lib/people/user-contract";
import { countGraphemes, isBlank } from "@/lib/shared/visible-text";

/** What a comment is about. */
export type CommentSubject = { type: "post" | "app"; id: string };

export const commentSchema = z.object({
  id: z.string(),
  /** One of `postId` and `appId` is set. */
  postId: z.string().nullable(),
  appId: z.string().nullable(),
  content: z.string(),
  author: userShortSchema,
  createdAt: z.string(),
  /** Only the author gets it: their browser matches it with its pending posts. */
  clientKey: z.string().optional(),
});
export type Comment = z.infer<typeof commentSchema>;

/** Body of `POST /posts/{id}/comments` and `POST /apps/{id}/comments`. */
export const commentBody = z.strictObject({
  content: z
    .string()
    .refine((text) => !isBlank(text), { message: "A comment needs some text." })
    .refine((text) => countGraphemes(text, COMMENT_MAX_CHARS) <= COMMENT_MAX_CHARS, {
      message: `A comment may have ${COMMENT_MAX_CHARS.toLocaleString("en")} characters at most.`,
    }),
  /** A second comment with the same key is the first one. */
  clientKey: idSchema.optional(),
});

/** Query of `GET /posts/{id}/comments` and `GET /apps/{id}/comments`: oldest first. */
export const commentsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(COMMENTS_PAGE_SIZE),
  after: idSchema.optional(),
  offset: z.coerce.number().int().min(0).max(100_000).optional(),
});
export type CommentsQuery = z.infer<typeof commentsQuery>;

export const commentParams = z.strictObject({ id: idSchema, commentId: idSchema });
