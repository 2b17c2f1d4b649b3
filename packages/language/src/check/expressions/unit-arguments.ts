import type { Signature } from '../../functions/signature.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Context } from '../context.ts';
import { rewriteOf, unitIn } from './unknown-function.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

/** Functions as SQL dialects call them, with the unit first. */
const UNIT_FIRST: Readonly<Record<string, { readonly letters: readonly string[]; readonly result: string }>> = {
  date_add: { letters: ['u', 'n', 'a'], result: "date_add(a, n, 'u')" },
  date_sub: { letters: ['u', 'n', 'a'], result: "date_sub(a, n, 'u')" },
  date_diff: { letters: ['u', 'a', 'b'], result: "date_diff(a, b, 'u')" },
  date_trunc: { letters: ['u', 'a'], result: "date_trunc(a, 'u')" },
};

/** Whether the last argument of a function is a unit of time. */
export function takesUnit({ parameters }: Signature): boolean {
  return parameters[parameters.length - 1]?.type === 'unit';
}

/** Reports a unit that is the first argument, or is not in quotation marks. Gives false when there is neither. */
export function reportUnit(node: CallNode, { parameters }: Signature, context: Context): boolean {
  const { scope, report } = context;
  const name = node.name.text;
  for (let index = 0; index < node.arguments.length; index += 1) {
    const argument = node.arguments[index];
    const unit = argument && unitIn(argument);
    if (!unit) continue;
    const bare = argument.kind === 'name';
    const last = parameters[index]?.type === 'unit';
    if ((bare && scope.has(argument.name.text)) || (last && !bare) || (index > 0 && !last)) continue;
    const swapped = last ? undefined : UNIT_FIRST[name];
    if (!last && !swapped) continue;
    const written = bare ? argument.name.text : unit;
    const advice = last ? `Write '${unit}' in quotation marks.` : 'The unit is the last argument, in quotation marks.';
    const quoted = {
      title: `Write '${unit}'`,
      edits: [{ start: argument.start, end: argument.end, text: `'${unit}'` }],
    };
    const fix = swapped ? rewriteOf(node, swapped) : quoted;
    report(
      'SBS3020',
      argument,
      { value: written, parameter: parameters[index]?.name ?? 'argument', name, advice },
      fix,
    );
    return true;
  }
  return false;
}
