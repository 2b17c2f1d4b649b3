import { OWN_REFUSALS } from './own-refusals.ts';

/** The answer to a call with one value, and its writes. */
export type Trial = {
  /** JSON of the answer. */
  readonly answer: string;
  /** The same without what differs between two calls that are alike. */
  readonly alike: string;
  /** Tables of the own account to which the call wrote, with their numbers of rows. */
  readonly changed: readonly string[];
};

/** Members of results that refuse a call. */
const REFUSAL =
  /^\{"data":\{"__typename":"(?:\w+Errors?|NeedsMerge|Invalid\w+|Conflicting\w+|\w+Failure|No\w+|Not\w+|Stale\w+)"/;
/** Written by each request of a session, and by refusals. */
const BESIDE = /^(?:oidc_payload|refused_act_count) /;

/**
 * Whether a call shows the object that its value names: it writes to other tables than a call with a value that nothing has, is not
 * refused as that is, or answers with data of the own account beyond the value, or with numbers of it. A refusal shows an object only
 * if it is the one of `OWN_REFUSALS`.
 * @param place the place of the argument
 * @param unknown the call with a value of the same form that nothing has
 * @param own texts and ids of the own account
 */
export function showsObject(
  place: string,
  tried: Trial,
  unknown: Trial,
  { value, own }: { readonly value: string; readonly own: readonly string[] },
): boolean {
  if (writtenBy(tried) !== writtenBy(unknown)) return true;
  if (tried.alike === unknown.alike) return false;
  if (REFUSAL.test(tried.answer)) {
    const refusal = OWN_REFUSALS[place];
    return refusal !== undefined && tried.answer.includes(refusal) && !unknown.alike.includes(refusal);
  }
  const { data } = JSON.parse(tried.answer) as { readonly data: unknown };
  if (data === null) return false;
  if (REFUSAL.test(unknown.alike)) return true;
  const others = JSON.stringify(data).replaceAll(value, '');
  return own.some((each) => others.includes(each)) || /"(?:\w*count\w*|number|total|size)":[1-9]/i.test(others);
}

/** The tables of the account that a call wrote to. */
export const writtenBy = ({ changed }: Trial): string => changed.filter((each) => !BESIDE.test(each)).join(', ');
