/** Texts in quotes, mail addresses, queries of addresses, and numbers: where the message of an error quotes data. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/"[^"]*"?|“[^”]*”?|`[^`]*`?/g, '"…"'],
  [/(?<![\p{L}\p{N}])'[^']*'?/gu, "'…'"],
  [/[\w.+-]+@[\w.-]+/g, '…'],
  [/\?[^\s)]*/g, '?…'],
  [/\d{3,}/g, '#'],
];

/** The message of an error in a program without the values that it quotes. Masking it again changes nothing. */
export const maskValues = (text: string): string =>
  VALUES.reduce((masked, [values, mask]) => masked.replace(values, mask), text);
