/** The bundled prelude of own frames as text; bin/build-frame.mjs provides it. */
declare module "gum:own-frame-prelude" {
  const code: string;
  export default code;
}
