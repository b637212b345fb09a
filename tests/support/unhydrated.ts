/**
 * A page of the product whose controls do not answer yet (see components/ui/hydrated.ts). A document that is not of
 * Next's has no such attributes.
 */
export const UNHYDRATED = "html[data-sandbox-origin]:not([data-hydrated])";
