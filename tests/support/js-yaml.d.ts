/** ESLint brings it along, without types. */
declare module "js-yaml" {
  export function load(text: string): unknown;
}
