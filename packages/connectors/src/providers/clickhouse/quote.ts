/** A name in backticks, in which ClickHouse reads escapes. */
export const quoteName = (name: string): string => `\`${name.replace(/[\\`]/g, (char) => `\\${char}`)}\``;

/** A text as a literal. */
export const literal = (text: string): string => `'${text.replace(/[\\']/g, (char) => `\\${char}`)}'`;
