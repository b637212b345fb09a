import { KeyRound } from "lucide-react";

/** The providers' logos, in 24 units; Google's keeps its colours, as its brand guidelines require. */
const MARKS: Record<string, { path: string; fill?: string }[]> = {
  github: [
    {
      path: "M12 .5a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2.1c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2 0 1.9 1.2 1.9 1.2 1 1.8 2.8 1.3 3.5 1 0-.8.4-1.3.7-1.6-2.7-.3-5.5-1.3-5.5-6 0-1.2.5-2.3 1.3-3.1-.2-.4-.6-1.6 0-3.2 0 0 1-.3 3.4 1.2a11.5 11.5 0 0 1 6 0c2.3-1.5 3.3-1.2 3.3-1.2.7 1.6.3 2.8.1 3.2.8.8 1.3 1.9 1.3 3.2 0 4.6-2.8 5.6-5.5 5.9.5.4.9 1 .9 2.2v3.3c0 .3.2.7.8.6A12 12 0 0 0 12 .5z",
    },
  ],
  google: [
    {
      fill: "#4285f4",
      path: "M23.5 12.3c0-.9-.1-1.5-.3-2.2H12v4.1h6.6a5.8 5.8 0 0 1-2.4 3.8v2.9h3.7c2.2-2 3.6-5 3.6-8.6z",
    },
    {
      fill: "#34a853",
      path: "M12 24c3.2 0 6-1.1 8-2.9L16.1 18a7.3 7.3 0 0 1-10.9-3.8H1.3v3A12 12 0 0 0 12 24z",
    },
    { fill: "#fbbc05", path: "M5.2 14.2a7.4 7.4 0 0 1 0-4.6v-3H1.3a12 12 0 0 0 0 10.7z" },
    {
      fill: "#ea4335",
      path: "M12 4.8c1.8 0 3.3.6 4.6 1.8L20 3.1A12 12 0 0 0 1.3 6.6l3.9 3A7.2 7.2 0 0 1 12 4.8z",
    },
  ],
  apple: [
    {
      path: "M17.1 12.7c0-2.6 2.1-3.9 2.2-4a4.8 4.8 0 0 0-3.8-2c-1.6-.2-3.1.9-3.9.9s-2-.9-3.3-.9A5 5 0 0 0 4 9.3c-1.8 3.1-.5 7.7 1.3 10.2.9 1.2 1.9 2.6 3.2 2.6 1.3-.1 1.8-.8 3.3-.8s2 .8 3.4.8 2.3-1.2 3.1-2.5c1-1.4 1.4-2.8 1.4-2.9 0 0-2.6-1-2.6-4zM14.6 5.1a4.6 4.6 0 0 0 1-3.3 4.7 4.7 0 0 0-3 1.6 4.3 4.3 0 0 0-1.1 3.2c1.1.1 2.3-.6 3.1-1.5z",
    },
  ],
  discord: [
    {
      fill: "#5865f2",
      path: "M20.3 4.4A19.8 19.8 0 0 0 15.4 3l-.6 1.3a18.4 18.4 0 0 0-5.5 0L8.6 3a19.7 19.7 0 0 0-5 1.4C.6 9.1-.2 13.6.2 18.1a20 20 0 0 0 6 3.1l1.3-2.1-2-1 .5-.4a14.2 14.2 0 0 0 12.1 0l.5.4-2 1 1.3 2.1a19.9 19.9 0 0 0 6-3c.6-5.2-.8-9.7-3.6-13.8zM8 15.3c-1.2 0-2.1-1.1-2.1-2.4s.9-2.4 2.1-2.4 2.2 1.1 2.2 2.4-1 2.4-2.2 2.4zm8 0c-1.2 0-2.2-1.1-2.2-2.4s1-2.4 2.2-2.4 2.1 1.1 2.1 2.4-.9 2.4-2.1 2.4z",
    },
  ],
};

/** The logo of a provider; a key for one without a logo here. */
export function ProviderIcon({ provider, className = "size-4.5" }: { provider: string; className?: string }) {
  const mark = MARKS[provider];
  if (!mark) return <KeyRound aria-hidden className={className} />;
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={className}>
      {mark.map(({ path, fill = "currentColor" }) => (
        <path key={path} d={path} fill={fill} />
      ))}
    </svg>
  );
}
