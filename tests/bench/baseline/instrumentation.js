/** Turbopack would take the product's otherwise. */
export function register() {}
