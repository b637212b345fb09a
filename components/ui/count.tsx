/** An unread count on an icon. Hidden from screen readers: the icon's label includes the count. */
export function Count({ value }: { value: number }) {
  if (value <= 0) return null;
  return (
    <span aria-hidden className="count">
      {value > 99 ? "99+" : value}
    </span>
  );
}
