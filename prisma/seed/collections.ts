type DemoCollection = {
  owner: string;
  title: string;
  description: string;
  daysAgo: number;
  /** What the owner says about each app, by folder of `examples/`, in order. */
  apps: Record<string, string>;
  savedBy: string[];
};

export const COLLECTIONS: readonly DemoCollection[] = [
  {
    owner: "mika",
    title: "Slow mornings",
    description: "What I open before the first message of the day. Nothing here blinks.",
    daysAgo: 1,
    apps: {
      inkstone: "One drawing a day, before coffee.",
      margin: "Three sentences about yesterday.",
      sorami: "Then the window, then the sky.",
      minuet: "",
    },
    savedBy: ["theo", "lena", "yuna", "aoi"],
  },
  {
    owner: "ren",
    title: "電車で遊べるゲーム",
    description: "片手で、音なしでも楽しい、ひと駅ぶんの長さのものだけを集めました。",
    daysAgo: 2,
    apps: {
      kasane: "自分で作ったものですが、いちばん遊んでいるのも自分です。",
      kaeshi: "友だちと離れていても対戦できます。",
      meguri: "",
    },
    savedBy: ["sora", "nobu"],
  },
  {
    owner: "theo",
    title: "For a weekend with friends",
    description: "",
    daysAgo: 2,
    apps: {
      warikan: "Ends every discussion about the bill.",
      headcount: "Who comes, who cooks.",
      kago: "One shopping list for the whole house.",
      takt: "Bring a guitar.",
    },
    savedBy: ["mika"],
  },
];
