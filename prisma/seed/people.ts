import type { Portrait } from "./artwork";

/** The demo people; the first two are offered on the login screen. */
export type DemoPerson = {
  username: string;
  displayName: string;
  email: string;
  bio: string;
  portrait: Portrait;
  follows: string[];
};

export const DEMO_PASSWORD = "demo-demo-demo";

export const PEOPLE: DemoPerson[] = [
  {
    username: "mika",
    displayName: "Mika",
    email: "demo@gum.test",
    bio: "Designer in Kamakura. Small tools, slow mornings. 鎌倉で小さな道具を作っています。",
    portrait: {
      style: "bob",
      background: ["#ffb4a2", "#e5989b"],
      skin: "#f6d3b8",
      hair: "#2b2024",
      shirt: "#6d6875",
    },
    follows: ["ren", "aoi", "sora", "lena", "theo", "nobu"],
  },
  {
    username: "ren",
    displayName: "蓮",
    email: "ren@gum.test",
    bio: "ゲームと音が好きなプログラマー。週末に小さなアプリを作ります。",
    portrait: {
      style: "short",
      background: ["#8ecae6", "#219ebc"],
      skin: "#e8b98f",
      hair: "#3a2a1d",
      shirt: "#023047",
    },
    follows: ["mika", "aoi", "theo", "nobu"],
  },
  {
    username: "aoi",
    displayName: "葵 / Aoi",
    email: "aoi@gum.test",
    bio: "イラストレーター。落書き帳アプリを毎日使っています。Drawing every day.",
    portrait: {
      style: "bun",
      background: ["#cdb4db", "#a2d2ff"],
      skin: "#f3cfb3",
      hair: "#5a3825",
      shirt: "#ffafcc",
    },
    follows: ["mika", "ren", "lena"],
  },
  {
    username: "sora",
    displayName: "Sora",
    email: "sora@gum.test",
    bio: "Trail runner. Maps, weather, early trains.",
    portrait: {
      style: "long",
      background: ["#ffd166", "#ef476f"],
      skin: "#d79d72",
      hair: "#1c1512",
      shirt: "#073b4c",
    },
    follows: ["mika", "theo", "lena", "ren"],
  },
  {
    username: "lena",
    displayName: "Lena Okafor",
    email: "lena@gum.test",
    bio: "Music teacher. I test every metronome that exists.",
    portrait: {
      style: "curly",
      background: ["#b7e4c7", "#52b788"],
      skin: "#9c6644",
      hair: "#20130c",
      shirt: "#f4f1de",
    },
    follows: ["ren", "mika", "aoi", "nobu"],
  },
  {
    username: "theo",
    displayName: "Theo",
    email: "theo@gum.test",
    bio: "Notes about notes. Runs a book club of nine.",
    portrait: {
      style: "cap",
      background: ["#e0e1dd", "#778da9"],
      skin: "#f1c9a5",
      hair: "#1b263b",
      shirt: "#e63946",
    },
    follows: ["mika", "sora", "lena"],
  },
  {
    username: "nobu",
    displayName: "のぶ",
    email: "nobu@gum.test",
    bio: "喫茶店の店主。豆とタイマーにうるさい。",
    portrait: {
      style: "short",
      background: ["#f2cc8f", "#e07a5f"],
      skin: "#eac4a0",
      hair: "#4a4a4a",
      shirt: "#3d405b",
    },
    follows: ["mika", "ren", "aoi"],
  },
  {
    username: "yuna",
    displayName: "Yuna",
    email: "yuna@gum.test",
    bio: "Student. Polls about everything. なんでもアンケート。",
    portrait: {
      style: "long",
      background: ["#a0c4ff", "#bdb2ff"],
      skin: "#f5d0b5",
      hair: "#6b3e26",
      shirt: "#ffadad",
    },
    follows: ["mika", "ren", "aoi", "sora", "lena", "theo", "nobu"],
  },
];
