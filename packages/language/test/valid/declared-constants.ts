import { type Choices, often } from './choices.ts';
import type { Scalar } from './shapes.ts';

/** The constants that a script may use, by their types. Some use others. */
const VALUES: Readonly<Record<Scalar, string>> = {
  string: "'k' || literal(the_json)",
  integer: '3 - the_other_integer',
  decimal: '1.25 * 2',
  float: '-1.5e1',
  boolean: 'not false',
  date: "date_add(date('2026-01-31'), 1, 'month')",
  datetime: "datetime('2026-01-31 10:00:00')",
  time: "try_cast('10:20:30' as time)",
  json: `'{"a": [1]}'`,
};

const OTHERS: Readonly<Record<string, string>> = { the_json: "'x'", the_other_integer: '-4' };

/** A declared constant of a type, as an expression names it. */
export function declaredConstant(choices: Choices, kind: Scalar): string {
  choices.note('constant: declared');
  const name = `a_${kind}`;
  const used = choices.bareConstants && !often(choices, 30) ? name : `literal(${name})`;
  return kind === 'json' ? `json(${used})` : used;
}

/** The declarations of the constants that a script names. */
export function constantDeclarations(text: string): readonly string[] {
  const used = Object.entries(VALUES).filter(([kind]) => new RegExp(`\\ba_${kind}\\b`).test(text));
  const own = used.map(([kind, value]) => `let a_${kind} is ${value};`);
  const others = Object.entries(OTHERS).filter(([name]) => own.some((line) => line.includes(name)));
  return [...own, ...others.map(([name, value]) => `let ${name} is ${value};`)];
}
