import "server-only";
import type { Locale } from "@/lib/i18n/locales";

export type MailLayout = {
  language: Locale;
  heading: string;
  intro: string;
  code?: string;
  codeLabel?: string;
  action: { label: string; url: string };
  expiry?: string;
  ignore: string;
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The plain text of a mail. */
export function mailText({ heading, intro, code, codeLabel, action, expiry, ignore }: MailLayout): string {
  const paragraphs = [
    heading,
    intro,
    code && `${codeLabel}\n\n    ${code}`,
    `${action.label}\n${action.url}`,
    expiry,
    ignore,
    "Gum",
  ];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

/** The HTML of a mail: tables and inline styles, because mail clients support nothing else. */
export function mailHtml({
  language,
  heading,
  intro,
  code,
  codeLabel,
  action,
  expiry,
  ignore,
}: MailLayout): string {
  const font =
    "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI','Hiragino Sans','Noto Sans JP',sans-serif";
  const small = "margin:0 0 8px;font-size:13px;line-height:20px;color:#5b6270";
  const codeBlock = code
    ? `<p style="${small}">${escape(codeLabel ?? "")}</p>
<p style="margin:0 0 24px;font-size:32px;line-height:40px;letter-spacing:8px;font-weight:700;font-family:ui-monospace,Menlo,Consolas,monospace">${code}</p>`
    : "";
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(heading)}</title></head>
<body style="margin:0;padding:0;background:#f3f4f6;${font};color:#16181d">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:16px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">Gum</p>
<h1 style="margin:0 0 12px;font-size:22px;line-height:30px">${escape(heading)}</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px">${escape(intro)}</p>
${codeBlock}
<p style="margin:0 0 24px"><a href="${escape(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#16181d;color:#ffffff;text-decoration:none;font-size:15px;font-weight:600">${escape(action.label)}</a></p>
${expiry ? `<p style="${small}">${escape(expiry)}</p>` : ""}
<p style="${small}">${escape(ignore)}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`;
}
