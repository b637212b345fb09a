/**
 * What the browser may know. NEXT_PUBLIC_ values are fixed at build time; the base of the API can stand on another
 * host.
 */
export const API_BASE = process.env.NEXT_PUBLIC_API_BASE ?? "/api";
