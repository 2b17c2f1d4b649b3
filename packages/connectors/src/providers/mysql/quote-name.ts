/** A name, quoted as MySQL does in every mode. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
