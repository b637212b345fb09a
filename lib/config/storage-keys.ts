/** The keys under which this browser keeps things (specification, section 9). */
export const AUTH_KEY = "auth-storage";
export const THEME_KEY = "gum-ui-theme";
export const DOCK_KEY = "gum-dock";
