// What few posts have, in one chunk: each chunk costs every page that may load it.
export { Lightbox } from "./lightbox";
export { LinkCard } from "./link-card";
export { Player } from "./player";
export { ContentWarning } from "./content-warning";
export { QuoteCard } from "./quote-card";
