/** The title of a suite that needs something of the machine: `npm test` says at its end why the suite was skipped. */
export function notHere(title: string, present: boolean, why: string): string {
  return present ? title : `${title} (not here: ${why})`;
}
