export { browserOptions, findBrowser, pageBrowserOptions } from "../../bin/launcher/browser.mjs";
