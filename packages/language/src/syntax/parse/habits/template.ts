import type { Report } from '../../../diagnostics/diagnostics.ts';
import { SYMBOL } from '../../tokens/codes.generated.ts';
import type { TokenView } from './token-view.ts';

const KINDS: Readonly<Record<string, string>> = {
  '{': 'Write the name of the table itself, or of a constant that let name is value; declares.',
  '%': 'Write the tables and columns themselves: nothing is repeated or left out by conditions. today() is the report date.',
  '#': 'Write comments as // or /* … */.',
};
const CONFIG =
  'Remove it: a table is built when an upload needs it. For rows that are kept from run to run, write upsert table by key.';
const THIS = 'A table cannot read itself: upsert table by key keeps rows from run to run.';

/** Whether a template of dbt starts at a token. */
export function atTemplate(view: TokenView, index: number): boolean {
  return view.code(index) === SYMBOL.braceOpen && Object.hasOwn(KINDS, view.behind(index));
}

/** Reports a template of dbt. Gives false for another token. */
export function reportTemplate(view: TokenView, index: number, report: Report): boolean {
  if (!atTemplate(view, index)) return false;
  const sign = view.behind(index);
  const word = view.word(index + 2);
  const advice =
    sign === '{' && word === 'config' ? CONFIG : sign === '{' && word === 'this' ? THIS : (KINDS[sign] ?? '');
  report('SBS1040', { start: view.start(index), end: view.start(index) + 2 }, { written: 'A template', advice });
  return true;
}
