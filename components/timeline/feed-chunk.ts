// One chunk, because each adds to the manifest of every page that may load it.
export { FeedNews } from "./feed-news";
export { OutgoingAbove } from "./outgoing-posts";
export { EmptyFeed } from "./empty-feed";
