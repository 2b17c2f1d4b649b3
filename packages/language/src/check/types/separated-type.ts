import type { ColumnType, SourceColumn } from '@switchboard/model/schema';
import { DECIMAL_SEPARATORS, GROUP_SEPARATORS, numberSeparators } from '@switchboard/model/values/number-separators';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { advise } from '../../suggest/suggest.ts';
import type { TypeArgument, TypeNode } from '../../syntax/tree/schema-tree.ts';

const SEPARATORS: Readonly<Record<string, readonly string[]>> = {
  decimal_separator: DECIMAL_SEPARATORS,
  group_separator: GROUP_SEPARATORS,
};
const NAMES = Object.keys(SEPARATORS);

/** The value of a named argument that is a valid separator; reports any other argument. */
function separatorOf(argument: TypeArgument, given: ReadonlyMap<string, string>, report: Report): string | null {
  const { name, value } = argument;
  if (name === null) return null;
  const allowed = Object.hasOwn(SEPARATORS, name.text) ? SEPARATORS[name.text] : undefined;
  if (allowed === undefined)
    report('SBS4031', name, { name: name.text, advice: advise(name.text, NAMES, 'parameter') });
  else if (given.has(name.text)) report('SBS4014', name, { name: name.text });
  else if (typeof value === 'string' && allowed.includes(value)) return value;
  else {
    const listed = allowed.map((each) => `"${each}"`).join(', ');
    report('SBS4005', argument, { value: String(value), name: name.text, advice: `Use one of ${listed}.` });
  }
  return null;
}

/**
 * The type of a number column with the separators that its arguments declare.
 * @param formats whether separators may be declared here
 */
export function separatedType(
  node: Extract<TypeNode, { kind: 'named' }>,
  type: ColumnType,
  report: Report,
  formats: boolean,
): Pick<SourceColumn, 'separators'> & { readonly type: ColumnType } {
  if (node.arguments.length === 0) return { type };
  const stray = node.arguments.find(({ name }) => (name === null ? node.name !== 'decimal' : !formats));
  if (stray) {
    report('SBS3005', stray, { type: node.name });
    return { type };
  }
  const given = new Map<string, string>();
  for (const argument of node.arguments) {
    const value = separatorOf(argument, given, report);
    if (argument.name !== null && value !== null) given.set(argument.name.text, value);
  }
  if (given.size === 0) return { type };
  const separators = numberSeparators(given.get('decimal_separator'), given.get('group_separator'));
  if (separators === null) report('SBS4030', node, { value: given.get('group_separator') ?? '' });
  return separators === null ? { type } : { type, separators };
}
