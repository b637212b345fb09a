/** Seeded accounts of a local instance, offered on the login screen. */
export const DEMO_EMAILS = ["demo@gum.test", "ren@gum.test"] as const;
export const DEMO_PASSWORD = "demo-demo-demo";
