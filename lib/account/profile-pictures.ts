/** The pictures of a profile and the sizes in pixels at which they are kept. */
export const PICTURES = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1500, height: 500 },
} as const;

export type PictureKind = keyof typeof PICTURES;
