/** The languages that mails are written in. */
export type MailLanguage = "en" | "ja";
