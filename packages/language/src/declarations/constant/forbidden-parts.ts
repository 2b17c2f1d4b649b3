import type { Program } from '../../check/program.ts';
import type { Fix, Report } from '../../diagnostics/diagnostics.ts';
import { findFunction } from '../../functions/registry.ts';
import { closest } from '../../suggest/suggest.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';

type Mistake = { readonly what: string; readonly advice: string; readonly fix?: Fix };

const OF_ROWS = 'Compute it in a table.';

function unknownName({ text: name, start, end }: Name, { constants }: Program): Mistake {
  const near = closest(name, constants.names());
  const what = `There is no constant ${name}`;
  if (near === null) return { what, advice: 'A constant can use other constants, but no columns.' };
  const edits = [{ start, end, text: near }];
  return { what, advice: `Did you mean ${near}?`, fix: { title: `Write ${near}`, edits } };
}

/** The text of a string in double quotes in single ones, which nothing but a string can be. */
function quotedText({ start, end }: Expression, text: string): Mistake {
  const written = `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
  return {
    what: 'A constant names no columns, and double quotes may mean one',
    advice: 'Write single quotes for a string.',
    fix: { title: `Write ${written}`, edits: [{ start, end, text: written }] },
  };
}

function callMistake(node: Extract<Expression, { kind: 'call' }>): Mistake | null {
  const { text: name } = node.name;
  const kind = findFunction(name)?.kind;
  if (node.over !== null || kind === 'window')
    return { what: `${name} over rows cannot be part of a constant`, advice: OF_ROWS };
  if (kind === 'aggregate') return { what: `The aggregate ${name} cannot be part of a constant`, advice: OF_ROWS };
  if (kind === 'rows') return { what: `${name} makes several rows and cannot be part of a constant`, advice: OF_ROWS };
  return null;
}

function isKnown({ text }: Name, { constants }: Program): boolean {
  return constants.has(text) || constants.isBroken(text);
}

function mistakeOf(node: Expression, program: Program): Mistake | null {
  switch (node.kind) {
    case 'name':
      return isKnown(node.name, program) ? null : unknownName(node.name, program);
    case 'quoted':
      return quotedText(node, node.value);
    case 'query':
    case 'exists':
    case 'in-query':
      return { what: 'A query cannot be part of a constant', advice: OF_ROWS };
    case 'columns':
      return { what: 'columns(…) cannot be part of a constant', advice: OF_ROWS };
    case 'call':
      return callMistake(node);
    default:
      return null;
  }
}

/** Reports the parts of an expression that no constant can have. */
export function reportForbiddenParts(node: Expression, program: Program, report: Report): boolean {
  const mistake = mistakeOf(node, program);
  if (mistake) {
    // What stands inside a name is that name alone.
    const span = node.kind === 'name' ? node.name : node;
    report('SBS3046', span, { what: mistake.what, advice: mistake.advice }, mistake.fix);
    return true;
  }
  let reported = false;
  for (const child of childrenOf(node)) reported = reportForbiddenParts(child, program, report) || reported;
  return reported;
}
