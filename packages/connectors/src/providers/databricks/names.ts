/** A ledger has the name of its table with 20 characters before it, of 255 in all. */
const LONGEST_NAME = 230;

/** A name in backticks. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Names that Unity Catalog takes for tables, and Delta for columns without column mapping. */
export const isName = (name: string): boolean =>
  name !== '' && name.length <= LONGEST_NAME && !/[\s,;{}()=./\p{Cc}]/u.test(name);

export const NAME_RULE = 'no spaces and none of , ; { } ( ) = . /';
