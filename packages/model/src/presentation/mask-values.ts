/**
 * Texts in quotes, mail addresses, queries of addresses, tokens and ids, network addresses, and numbers: where the message of an error
 * quotes data. A pattern that begins with a repetition begins only where a run of its characters does, so that a long text takes linear
 * time: strangers send such texts.
 */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/"[^"]*"?|“[^”]*”?|`[^`]*`?/g, '"…"'],
  [/(?<![\p{L}\p{N}])'[^']*'?/gu, "'…'"],
  [/(?<![\w.+-])[\w.+-]+@[\w.-]+/g, '…'],
  [/\?[^\s)]*/g, '?…'],
  [/(?<![\w+=-])(?=[a-z_+=-]*\d)[\w+=-]{32,}/gi, '…'],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '…'],
  [/\d{3,}/g, '#'],
];

/** The message of an error in a program without the values that it quotes. Masking it again changes nothing. */
export const maskValues = (text: string): string =>
  VALUES.reduce((masked, [values, mask]) => masked.replace(values, mask), text);
