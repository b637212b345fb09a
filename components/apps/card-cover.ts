/** For the link in a card's title: its target is the whole card, and the card shows its focus. */
export const CARD_COVER =
  "outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring";
