import type { PostMedia } from "./post";

/** Answer of `POST /media` (multipart: `file`, and `alt`): a picture that waits for its post. */
export type UploadedMedia = PostMedia;
