import type { ValueType } from '../../typed/typed.ts';
import { isFlexible, isNumeric, sameType, shown } from '../../typed/types.ts';

/** Whether some value of one type has a counterpart in another, so that a cast can succeed. */
export function isCastable(from: ValueType, to: ValueType): boolean {
  if (isFlexible(from) || isFlexible(to) || sameType(from, to)) return true;
  if (to.kind === 'string' || to.kind === 'json' || from.kind === 'json') return true;
  if (from.kind === 'string') return to.kind !== 'record' && to.kind !== 'list';
  if (from.kind === 'list' && to.kind === 'list') return isCastable(from.element, to.element);
  if (from.kind === 'record' && to.kind === 'record') {
    const pairs = to.fields.flatMap((field) => {
      const own = from.fields.find((each) => each.name.toLowerCase() === field.name.toLowerCase());
      return own ? [[own.type, field.type] as const] : [];
    });
    return pairs.length > 0 && pairs.every(([own, wanted]) => isCastable(own, wanted));
  }
  const number = (type: ValueType): boolean => isNumeric(type) || type.kind === 'boolean';
  if (number(from)) return number(to);
  if (from.kind === 'date') return to.kind === 'datetime';
  return from.kind === 'datetime' && (to.kind === 'date' || to.kind === 'time');
}

/** Advice for a cast that cannot succeed. */
export function castAdvice(from: ValueType, to: ValueType): string {
  if (from.kind === 'string') return `Read it as JSON first: cast(json(…) as ${shown(to)}).`;
  if (from.kind === 'record' || from.kind === 'list') return 'Name one of its parts.';
  if (isNumeric(to) && (from.kind === 'date' || from.kind === 'datetime'))
    return 'Take a part of it with year(…), or its seconds with epoch(…).';
  if (isNumeric(from) && (to.kind === 'date' || to.kind === 'datetime'))
    return "Write parse_date(string(…), 'YYYYMMdd') for digits such as 20260131.";
  if (to.kind === 'record' || to.kind === 'list') return 'Use a value of that type.';
  return 'Convert it to a string first, with string(…).';
}
