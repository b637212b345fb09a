/** The admin of the browser tests' server (tests/support/e2e-server.ts), who has an account before the first test. */
export const ADMIN = { username: "keeper", email: "keeper@gum.test", password: "a handful of words" };
