import type { Context } from '../../check/context.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { Scope } from '../../check/names/scope.ts';
import type { Checked, Placed, Program } from '../../check/program.ts';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import type { ConstantNode } from '../../syntax/tree/declaration-tree.ts';
import type { Typed } from '../../typed/typed.ts';
import { reportForbiddenParts } from './forbidden-parts.ts';

/** The value of a constant; null after a report about a part that no constant can have. */
export function checkConstantValue({ value }: ConstantNode, program: Program, report: Report): Typed | null {
  if (reportForbiddenParts(value, program, report)) return null;
  const context: Context = {
    check: checkExpression,
    report,
    program,
    scope: new Scope(program, report),
    noAggregates: 'a constant',
    aliases: new Map(),
    columns: null,
  };
  return checkExpression(value, context);
}

/** Checks the declaration of a constant. */
export function checkConstant(program: Program, { node, path, report }: Placed): Checked | null {
  if (node.kind !== 'constant') return null;
  program.recorder?.enter(path, '');
  const { text, quoted } = node.name;
  if (quoted || writtenName(text) !== text) report('SBS1023', node.name, { name: text });
  const problem = program.constants.problemAt(path, node.name);
  if (problem) report('SBS3047', node.name, { name: text, ...problem });
  const value = checkConstantValue(node, program, report);
  program.recorder?.declare({ kind: 'constant', name: text }, node.name, value ?? undefined);
  return { kind: 'constant', tables: NONE };
}

const NONE: readonly [] = [];
