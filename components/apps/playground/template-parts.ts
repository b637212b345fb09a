export type TemplateLanguage = "en" | "ja";

export const templateLanguage = (locale: string): TemplateLanguage => (locale === "ja" ? "ja" : "en");

export function manifest(name: string, description: string, category: string, extra: object = {}): string {
  const written = { name, version: "1.0.0", entry: { html: "index.html" }, description, category, ...extra };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** @param indent of the lines after the first */
export const note = (text: string, indent: number): string =>
  `// ${text.replaceAll("\n", `\n${" ".repeat(indent)}// `)}`;

export function page(
  title: string,
  body: string,
  { script = `<script src="app.js"></script>`, lang }: { script?: string; lang: TemplateLanguage },
): string {
  return `<!doctype html>
<html lang="${lang}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
${body}
    ${script}
  </body>
</html>
`;
}

export const STYLE = `:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
}
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  place-items: center;
}
`;
