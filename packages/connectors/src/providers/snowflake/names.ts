/** A name that SQL may hold without quotes. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_$]*$/;
/** Snowflake takes 255 characters. The name of a ledger begins with 19 of its own. */
const LONGEST_NAME = 230;

/**
 * A name as Snowflake stores it. As in SQL, one without quotes is stored in upper case, and one in double quotes as it is; one that
 * SQL would not take without quotes is taken as it is.
 */
export function storedName(name: string): string {
  const [, quoted] = /^"((?:[^"]|"")*)"$/.exec(name) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return PLAIN.test(name) ? name.toUpperCase() : name;
}

/** A stored name as scripts write it: in lower case where SQL needs no quotes for it. */
export const scriptName = (stored: string): string =>
  PLAIN.test(stored) && stored === stored.toUpperCase() ? stored.toLowerCase() : stored;

export const quoteStored = (stored: string): string => `"${stored.replaceAll('"', '""')}"`;

/** A name of a script, quoted for a statement. */
export const quoteName = (name: string): string => quoteStored(storedName(name));

export const isName = (name: string): boolean =>
  storedName(name) !== '' && name.length <= LONGEST_NAME && !name.includes('\0');
