/** Names of members and elements of an answer that say that something failed. */
const ERROR_NAME = /^(?:errors?|faults?|exceptions?|error_?(?:message|msg|code|description))$/i;

/** Texts of such a member where nothing failed. */
const NO_ERROR = /^\s*(?:|0+(?:\.0+)?|false|no|none|null|nil|ok|success|no[ _-]?errors?|n\/a)\s*$/i;

/** Names of members that say whether something succeeded, and of those that say how it ended. */
const SUCCESS_NAME = /^(?:is_?)?(?:success(?:ful)?|succeeded|ok)$/i;
const STATUS_NAME = /^(?:http_?)?(?:status|state|result|code)(?:_?(?:code|text))?$/i;
const FAILED_STATUS =
  /^\s*(?:errors?|fail(?:ed|ure)?|faults?|exception|denied|unauthori[sz]ed|forbidden|throttled|rate[ _-]?limit(?:ed|[ _-]?exceeded)?|timed?[ _-]?out|[45]\d\d)\s*$/i;
/** Names of objects that say how an answer came about. */
const ABOUT_NAME = /^(?:meta(?:_?data)?|(?:response_?)?(?:header|info|status))$/i;

/** Names of members beside rows that say that some rows are missing, as in answers of GraphQL. */
const PARTIAL_NAME = /^errors?$/i;

/** Whether a member with this name that says that something failed makes the rows beside it partial. */
export const saysPartial = (name: string): boolean => PARTIAL_NAME.test(name);

/** Whether a member with this name may say that something failed. */
export const isErrorName = (name: string): boolean => ERROR_NAME.test(name);
export const mayNameError = (name: string): boolean =>
  ERROR_NAME.test(name) || SUCCESS_NAME.test(name) || STATUS_NAME.test(name) || ABOUT_NAME.test(name);

/** Whether the text of an element with such a name says that something failed. */
export function textSaysError(name: string, text: string): boolean {
  if (ERROR_NAME.test(name)) return !NO_ERROR.test(text);
  if (SUCCESS_NAME.test(name)) return /^\s*(?:false|no|0)\s*$/i.test(text);
  return STATUS_NAME.test(name) && FAILED_STATUS.test(text);
}

/**
 * Whether a member of an answer says that something failed: by a name of an error and a value that is one, as `success` that is false,
 * as a `status` that names a failure, or by such a member of an object such as `meta`.
 */
export function memberSaysError(name: string, value: unknown): boolean {
  if (ERROR_NAME.test(name)) return saysError(value);
  if (typeof value !== 'object' || value === null)
    return value !== null && value !== undefined && textSaysError(name, String(value as string | number | boolean));
  if (!ABOUT_NAME.test(name)) return false;
  return Object.entries(value).some(([inner, held]) =>
    typeof held === 'object' ? ERROR_NAME.test(inner) && saysError(held) : memberSaysError(inner, held),
  );
}

/** Whether the value of a member with such a name says that something failed: a list or object does if one of its values does. */
export function saysError(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysError);
  return !(value === null || value === undefined || NO_ERROR.test(String(value as string | number | bigint | boolean)));
}
