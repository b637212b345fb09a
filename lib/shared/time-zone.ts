let zone: string | undefined;

/** The time zone of this browser. */
export const browserTimeZone = (): string => (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
