/** Structured data for search engines. Not executed, so the CSP requires no nonce. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // An unescaped `<` could close the element.
  const html = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />;
}
