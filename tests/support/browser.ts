export { browserOptions, findBrowser } from "../../bin/launcher/browser.mjs";
