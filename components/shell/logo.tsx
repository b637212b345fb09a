/** The logo without the product name. Decorative. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="92 92 320 372" fill="none" aria-hidden className={className}>
      <path
        d="M372 132v196c0 66-46 106-116 106-38 0-70-10-96-30"
        className="stroke-accent"
        strokeWidth="56"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="242" cy="222" r="126" className="fill-like" />
      <path
        d="M172 214a72 72 0 0 1 58-64"
        className="stroke-bg"
        strokeOpacity=".8"
        strokeWidth="26"
        strokeLinecap="round"
      />
    </svg>
  );
}
