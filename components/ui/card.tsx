/** Classes for the link in a card's title: they make the whole card clickable and show its focus ring. */
export const CARD_COVER =
  "outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring";
