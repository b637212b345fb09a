/** The bundled prelude of child frames as text; bin/build-frame.mjs provides it. */
declare module "gum:own-frame-prelude" {
  const code: string;
  export default code;
}
