/** What the owner of a collection says about an app in it. */
export function AppNote({ note }: { note: string }) {
  if (!note) return null;
  return (
    <p dir="auto" className="mt-2 border-s-2 border-accent ps-2.5 text-sm text-pretty break-words">
      {note}
    </p>
  );
}
