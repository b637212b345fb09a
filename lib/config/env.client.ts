/** NEXT_PUBLIC_ values are fixed at build time; the API may be on another host. */
export const API_BASE = process.env.NEXT_PUBLIC_API_BASE ?? "/api";
