import { pageTitle } from "@/lib/i18n/page-title";
import { sharesPage } from "../shares-page";

export const generateMetadata = pageTitle("timeline.likesList");

export default sharesPage("likes");
