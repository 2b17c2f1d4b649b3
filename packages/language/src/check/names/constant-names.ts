import type { Report } from '../../diagnostics/diagnostics.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';
import type { Typed } from '../../typed/typed.ts';
import { UNKNOWN } from '../../typed/types.ts';
import type { Program } from '../program.ts';

/** A value with all its parts at one place: those of a constant may be of another file. */
function movedTo(span: Span, value: Typed): Typed {
  const at = { start: span.start, end: span.end };
  if (value.kind === 'constant') return { ...value, span: at };
  const moved = (part: unknown, key: string): unknown => {
    if (key === 'span') return at;
    if (key === 'type' || typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((each) => moved(each, ''));
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, moved(each, name)]));
  };
  return moved(value, '') as Typed;
}

/** The value of a constant where a name stands for it. Errors of its declaration are not repeated. */
export function constantAt(name: Name, { constants, usedConstants, recorder }: Program): Typed {
  usedConstants.add(name.text);
  const value = constants.valueOf(name.text);
  const typed: Typed = value
    ? movedTo(name, value)
    : { kind: 'constant', value: null, type: UNKNOWN, nullable: true, span: name };
  recorder?.use({ kind: 'constant', name: name.text }, name, typed);
  return typed;
}

/** Reports a name that means a constant and may mean a column. `certain`: whether there is such a column. */
export function reportHiddenConstant(
  name: Name,
  certain: boolean,
  tables: readonly { readonly alias: string }[],
  report: Report,
): void {
  const aliases = tables.map(({ alias }) => alias).join(' and ') || 'a query around this one';
  const place = certain ? `a column of ${aliases}` : `perhaps a column of ${aliases}, which only the data knows`;
  const column = tables.map(({ alias }) => `${alias}.${name.text}`).join(' or ') || `table.${name.text}`;
  const constant = `literal(${name.text})`;
  const fix = { title: `Write ${constant}`, edits: [{ start: name.start, end: name.end, text: constant }] };
  report('SBS2020', name, { name: name.text, place, column }, fix);
}

/** Reports `literal(name)` for a name that no constant has. */
export function reportUnknownConstant(name: Name, report: Report): void {
  report('SBS3046', name, {
    what: `There is no constant ${name.text}`,
    advice: `Declare it with let ${name.text} is …; or write '${name.text}' for a string.`,
  });
}
