/** Names of members and elements of an answer that say that something failed. */
const ERROR_NAME = /^(?:errors?|faults?|exceptions?|error_?(?:message|msg|code|description))$/i;

/** Texts of such a member where nothing failed. */
const NO_ERROR = /^\s*(?:|0+(?:\.0+)?|false|no|none|null|nil|ok|success|no[ _-]?errors?|n\/a)\s*$/i;

export const isErrorName = (name: string): boolean => ERROR_NAME.test(name);

export const saysNoError = (text: string): boolean => NO_ERROR.test(text);

/** Whether the value of a member with such a name says that something failed: a list or object does if one of its values does. */
export function saysError(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysError);
  return !(value === null || value === undefined || NO_ERROR.test(String(value as string | number | bigint | boolean)));
}
