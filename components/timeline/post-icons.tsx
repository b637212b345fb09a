/*
 * Lucide's icons (ISC) as one path each, in elements that are made once: a page of posts shows eighty of them, and what
 * does not change is neither rendered by the server's code nor compared by the browser's.
 */
function icon(shape: string) {
  return (
    <svg viewBox="0 0 24 24" className="post-icon" aria-hidden>
      <path d={shape} />
    </svg>
  );
}

export const HEART = icon(
  "M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5",
);
export const COMMENTS = icon(
  "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719",
);
export const SHARE = icon("M12 2v13M16 6l-4-4-4 4M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8");
export const MORE = icon(
  "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
);
