// The address of a font's file, as the style sheets name it.
declare module "*.woff2" {
  const url: string;
  export default url;
}
