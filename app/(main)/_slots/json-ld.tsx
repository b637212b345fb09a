/** Structured data for search engines. Not a script that runs, so the page's policy does not ask for a nonce. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // `<` could end the element.
  const html = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />;
}
