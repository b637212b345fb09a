import { __iconData as ellipsis } from "lucide-react/icons/ellipsis";
import { __iconData as heart } from "lucide-react/icons/heart";
import { __iconData as messageCircle } from "lucide-react/icons/message-circle";
import { __iconData as play } from "lucide-react/icons/play";
import { __iconData as share } from "lucide-react/icons/share";
import { icon } from "@/components/ui/icon";

export const HEART = icon(heart);
export const COMMENTS = icon(messageCircle);
export const SHARE = icon(share);
export const MORE = icon(ellipsis);
export const PLAY = icon(play, "fill-current");
