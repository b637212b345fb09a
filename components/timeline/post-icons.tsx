import { Ellipsis, Heart, MessageCircle, Play, Share } from "lucide";
import { icon } from "@/components/ui/icon";

export const HEART = icon(Heart);
export const COMMENTS = icon(MessageCircle);
export const SHARE = icon(Share);
export const MORE = icon(Ellipsis);
export const PLAY = icon(Play, "fill-current");
