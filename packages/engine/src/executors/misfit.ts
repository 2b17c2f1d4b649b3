import { typeName } from '@switchboard/model/schema';
import { columnType } from './column-type.ts';

const typeOf = (described: string): string => typeName(columnType(described.replaceAll('"', '')));

/** Ways in which a query does not fit its inputs: what the database says, and what is reported instead. */
const MISFITS: readonly (readonly [pattern: RegExp, report: (parts: readonly string[]) => string])[] = [
  [/resulted in an empty set of columns|No matching columns found/, () => 'no column matches its columns(…) or *'],
  [
    /(?:Referenced column|Column) "([^"]*)" (?:not found|in (?:EXCLUDE|REPLACE) list not found)|does not have a column named "([^"]*)"|Referenced column "([^"]*)"/,
    (names) => `there is no column ${names.find((name) => name !== undefined) ?? ''}`,
  ],
  [
    /Cannot (?:compare|mix) values of type (\S+?)(?:,)? (?:and|with) (?:values of )?(?:type )?(\S+?)(?: -|\.| in|$)/m,
    ([left = '', right = '']) => `a value of type ${typeOf(left)} stands beside one of type ${typeOf(right)}`,
  ],
  [
    /No function matches the given name and argument types '[^(']*\((.*?)\)'/,
    ([types = '']) => {
      const shown = types === '' ? [] : types.split(/,\s*(?![^(]*\))/).map(typeOf);
      return shown.length === 0
        ? 'an expression has no value to work on'
        : `an expression does not take ${shown.length === 1 ? 'a value' : 'values'} of type ${shown.join(', ')}`;
    },
  ],
  [
    /(?:Unimplemented type for cast|Cannot cast|Can't cast).*?\(?([A-Z]\S*) -> ([A-Z]\S*?)\)?$/m,
    ([from = '', to = '']) => `a value of type ${typeOf(from)} cannot become ${typeOf(to)}`,
  ],
  [/struct_extract|struct key|Could not find key/i, () => 'a record does not have the field that it names'],
];

const MISFIT = /^(?:Binder|Catalog|Parser|Not implemented|Mismatch Type) Error:/i;

/** Why a query does not fit the columns of its inputs, in our words; null when the database says something else. */
export function misfitReason(message: string): string | null {
  if (!MISFIT.test(message)) return null;
  for (const [pattern, report] of MISFITS) {
    const match = pattern.exec(message);
    if (match) return report(match.slice(1));
  }
  return 'a column that is not declared has a type that an expression does not take';
}
