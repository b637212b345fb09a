import "server-only";
import type { Locale } from "@/lib/i18n/locales";

export type MailItem = { title: string; text: string; url: string };

export type MailLayout = {
  language: Locale;
  heading: string;
  intro?: string;
  lists?: { title: string; items: MailItem[]; more?: string }[];
  code?: string;
  codeLabel?: string;
  action: { label: string; url: string };
  expiry?: string;
  ignore: string;
  footer?: { label: string; url: string };
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The plain text of a mail. */
export function mailText({
  heading,
  intro,
  lists = [],
  code,
  codeLabel,
  action,
  expiry,
  ignore,
  footer,
}: MailLayout): string {
  const paragraphs = [
    heading,
    intro,
    ...lists.flatMap(({ title, items, more }) => [
      title,
      ...items.map((item) => [item.title, item.text, item.url].filter(Boolean).join("\n")),
      more,
    ]),
    code && `${codeLabel}\n\n    ${code}`,
    `${action.label}\n${action.url}`,
    expiry,
    ignore,
    footer && `${footer.label}\n${footer.url}`,
    "Gum",
  ];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

function listHtml({ title, items, more }: NonNullable<MailLayout["lists"]>[number]): string {
  const rows = items.map(
    (
      item,
    ) => `<a href="${escape(item.url)}" style="display:block;padding:12px 0;border-top:1px solid #e5e7eb;color:#16181d;text-decoration:none">
<span style="display:block;font-size:15px;line-height:22px;font-weight:600">${escape(item.title)}</span>
<span style="display:block;font-size:14px;line-height:21px;color:#5b6270;white-space:pre-line">${escape(item.text)}</span>
</a>`,
  );
  const rest = more ? `<p style="margin:8px 0 0;font-size:13px;color:#5b6270">${escape(more)}</p>` : "";
  return `<h2 style="margin:0 0 8px;font-size:16px;line-height:24px">${escape(title)}</h2>
<div style="margin:0 0 24px">${rows.join("\n")}${rest}</div>`;
}

/** The HTML of a mail: tables and inline styles, because mail clients support nothing else. */
export function mailHtml({
  language,
  heading,
  intro,
  lists = [],
  code,
  codeLabel,
  action,
  expiry,
  ignore,
  footer,
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
${intro ? `<p style="margin:0 0 24px;font-size:15px;line-height:24px">${escape(intro)}</p>` : ""}
${lists.map(listHtml).join("\n")}
${codeBlock}
<p style="margin:0 0 24px"><a href="${escape(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#16181d;color:#ffffff;text-decoration:none;font-size:15px;font-weight:600">${escape(action.label)}</a></p>
${expiry ? `<p style="${small}">${escape(expiry)}</p>` : ""}
<p style="${small}">${escape(ignore)}</p>
${footer ? `<p style="${small}"><a href="${escape(footer.url)}" style="color:#5b6270">${escape(footer.label)}</a></p>` : ""}
</td></tr></table>
</td></tr></table>
</body></html>
`;
}
