import "server-only";
import { LOCALE_COOKIE, languageOf, pickCatalogue } from "@/lib/i18n/locales";
import en from "@/lib/i18n/messages/en/auth.json";
import ja from "@/lib/i18n/messages/ja/auth.json";

/** The page in place of all that need the database while it is down; pages themselves cannot set a status. */
export function unavailablePage(
  request: { cookies: { get(name: string): { value: string } | undefined }; headers: Headers },
  headers: Record<string, string>,
): Response {
  const language = languageOf(
    pickCatalogue(request.cookies.get(LOCALE_COOKIE)?.value, request.headers.get("accept-language")),
  );
  const { page, body, retry } = (language === "ja" ? ja : en).unavailable;
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${page} · Gum</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { min-height: 90dvh; display: grid; place-items: center; padding: 1.5rem; text-align: center }
  a { display: inline-block; padding: 0.75rem }
</style>
<main><h1>${page}</h1><p>${body}</p><p><a href="">${retry}</a></p></main></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": "5",
    },
  });
}
