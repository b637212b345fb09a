/** The accounts of a local demo instance that anybody may sign in to; made by the seed, offered on the login screen. */
export const DEMO_EMAILS = ["demo@gum.test", "ren@gum.test"] as const;
export const DEMO_PASSWORD = "demo-demo-demo";
