/** How much is unread, on the icon that leads there; its place is the icon's. Said to nobody: the icon's name says it. */
export function Count({ value }: { value: number }) {
  if (value <= 0) return null;
  return (
    <span aria-hidden className="count">
      {value > 99 ? "99+" : value}
    </span>
  );
}
