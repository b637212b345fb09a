import type { MetadataRoute } from "next";

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Gum",
    short_name: "Gum",
    description: "Post, and make, share and run small apps right in the timeline.",
    id: "/",
    start_url: "/",
    display: "standalone",
    background_color: "#0a0f10",
    theme_color: "#0a0f10",
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Timeline", url: "/timeline" },
      { name: "Apps", url: "/apps" },
      { name: "Create an app", url: "/add-app" },
    ],
  };
}
