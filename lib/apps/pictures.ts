/** The pictures of an app beside its package, and the sizes in pixels at which they are kept. */
export const APP_PICTURES = {
  icon: { width: 512, height: 512 },
  banner: { width: 1600, height: 600 },
} as const;
