import type { Options, Plugin } from "prettier";

const estree = () => import("prettier/plugins/estree");
const babel = () => import("prettier/plugins/babel");
const postcss = () => import("prettier/plugins/postcss");

type Language = { files: RegExp; parser: string; plugins: (() => Promise<Plugin>)[] };

const LANGUAGES: readonly Language[] = [
  {
    files: /\.(?:tsx?|mts)$/i,
    parser: "typescript",
    plugins: [() => import("prettier/plugins/typescript"), estree],
  },
  { files: /\.(?:m?js|cjs|jsx)$/i, parser: "babel", plugins: [babel, estree] },
  { files: /\.(?:json|webmanifest)$/i, parser: "json", plugins: [babel, estree] },
  { files: /\.css$/i, parser: "css", plugins: [postcss] },
  {
    files: /\.html?$/i,
    parser: "html",
    plugins: [() => import("prettier/plugins/html"), babel, estree, postcss],
  },
  { files: /\.md$/i, parser: "markdown", plugins: [() => import("prettier/plugins/markdown")] },
];

const languageOf = (path: string) => LANGUAGES.find(({ files }) => files.test(path));

const OPTIONS: Options = { printWidth: 90 };

/** @throws an error with the place of what cannot be read */
export async function formatText(path: string, text: string): Promise<string> {
  const { parser, plugins } = languageOf(path)!;
  const [{ format }, ...loaded] = await Promise.all([
    import("prettier/standalone"),
    ...plugins.map((load) => load()),
  ]);
  return format(text, { ...OPTIONS, parser, plugins: loaded as Plugin[] });
}
