/** What the frame's own code uses of the guard. The app never gets it. */
export interface Guard {
  /** HTML for a `srcdoc`, with the guard before it. */
  framed(html: string): string;
  /** The HTML that was given to `framed`. */
  unframed(html: string): string;
  /** Parses into a document that nothing is loaded for. The result must not reach the page but as text. */
  parse(html: string): Document;
  /** A whole page, which is then written as it is. */
  harmlessPage(html: string): string;
  write(html: string): void;
}
