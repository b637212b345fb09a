/** A page of the product whose controls do not answer yet (see components/ui/hydrated.ts). Other documents do not say. */
export const UNHYDRATED = "html[data-hydrated=false]";
