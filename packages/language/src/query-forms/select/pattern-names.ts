import { RESERVED_PREFIX } from '@switchboard/model/plan';
import type { CompiledPattern } from '../../check/expressions/patterns.ts';
import type { Report } from '../../diagnostics/diagnostics.ts';
import type { Name } from '../../syntax/tree/name.ts';

const REFERENCE = /\\(\d)/g;

/** Whether the name of `columns(…)` differs with each column: `\0` is that of the column, `\1` the first group of the pattern. */
export function isNameTemplate({ text }: Name): boolean {
  return text.search(REFERENCE) >= 0;
}

/** Reports a name that refers to a group that the pattern does not have. */
export function reportMissingGroup(name: Name, { groups }: CompiledPattern, report: Report): boolean {
  for (const [reference, digit] of name.text.matchAll(REFERENCE)) {
    if (Number(digit) <= groups) continue;
    const has = groups === 0 ? 'no group' : groups === 1 ? 'one group' : `${groups} groups`;
    const values = {
      name: name.text,
      reason: `the pattern has ${has}, and ${reference} is none of them`,
      advice: String.raw`Put the part of the name that it means in brackets, or write \0 for the whole name.`,
    };
    report('SBS3059', name, values);
    return true;
  }
  return false;
}

/** The name that a template gives a column; null after a report about one that no column can have. */
export function nameByTemplate(
  name: Name,
  column: string,
  { groupsIn }: CompiledPattern,
  report: Report,
): string | null {
  const groups = groupsIn(column);
  const text = name.text.replace(REFERENCE, (_, digit: string) =>
    digit === '0' ? column : (groups[Number(digit)] ?? ''),
  );
  if (text !== '' && !text.toLowerCase().startsWith(RESERVED_PREFIX)) return text;
  const reason = text === '' ? `${column} would have an empty name` : `${column} would be called ${text}`;
  report('SBS3059', name, { name: name.text, reason, advice: 'Add a text to the name, or change the pattern.' });
  return null;
}

/** Reports a template for columns that only the data knows. */
export function reportUnknownNames(name: Name, table: string, report: Report): void {
  const reason = `the columns of ${table} are known at run time only`;
  report('SBS3059', name, { name: name.text, reason, advice: `Remove as, or declare the columns of ${table}.` });
}
