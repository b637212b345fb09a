import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, languageOf, pickCatalogue } from "./locales";
import { messagesFor } from "./messages";

export default getRequestConfig(async () => {
  const [cookieStore, headerStore] = await Promise.all([cookies(), headers()]);
  const catalogue = pickCatalogue(cookieStore.get(LOCALE_COOKIE)?.value, headerStore.get("accept-language"));
  return {
    locale: languageOf(catalogue),
    messages: messagesFor(catalogue),
    timeZone: "UTC",
    now: new Date(),
  };
});
