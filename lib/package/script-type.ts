const CODE = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** Whether a `<script>` of this `type` is executed, and not data, a template or an import map. */
export function isScriptType(type: string): boolean {
  return CODE.test(type.trim());
}
