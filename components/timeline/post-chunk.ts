// Components that few posts need. One chunk, because each adds to the manifest of every page that may load
// it.
export { Lightbox } from "./lightbox";
export { LinkCard } from "./link-card";
export { Player } from "./player";
export { ContentWarning } from "./content-warning";
export { QuoteCard } from "./quote-card";
