import type { z } from "zod";
import { postMediaSchema } from "./post";

/** Answer of `POST /media` (multipart: `file`, and `alt`): a picture that waits for its post. */
export const uploadedMediaSchema = postMediaSchema;
export type UploadedMedia = z.infer<typeof uploadedMediaSchema>;
