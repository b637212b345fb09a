/** The pictures of a profile and their stored sizes in pixels. */
export const PICTURES = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1500, height: 500 },
} as const;

export type PictureKind = keyof typeof PICTURES;
