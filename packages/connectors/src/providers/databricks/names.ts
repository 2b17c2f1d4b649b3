const LONGEST_NAME = 200;

/** A name in backticks. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Names of Unity Catalog. A ledger has the name of its table with 20 characters before it. */
export const isName = (name: string): boolean =>
  name !== '' && name.length <= LONGEST_NAME && !/[\s./\p{Cc}]/u.test(name);

/** Names of columns: Delta takes none of these characters without column mapping. */
export const isColumnName = (name: string): boolean => name !== '' && !/[\s,;{}()=\p{Cc}]/u.test(name);
