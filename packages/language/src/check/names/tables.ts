import type { Report } from '../../diagnostics/diagnostics.ts';
import { TABLE_ADVICE } from '../../diagnostics/habits/words.ts';
import { adviceOf, closest, MAX_LISTED } from '../../suggest/suggest.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Program, TableInfo } from '../program.ts';
import { localSymbol } from './scope.ts';

/** Reports a name that no table has, unless a declaration of that name could not be read. */
export function reportUnknown(program: Program, name: Name, code: 'SBS2003' | 'SBS2009', report: Report): void {
  if (program.declares(name.text)) return;
  const local = closest(name.text, program.locals);
  const suggested = local === null ? program.suggest(name.text) : { near: local, known: program.locals };
  const advice = Object.hasOwn(TABLE_ADVICE, name.text.toLowerCase())
    ? TABLE_ADVICE[name.text.toLowerCase()]
    : undefined;
  if (advice !== undefined) {
    report(code, name, { name: name.text, advice });
    return;
  }
  // A table cannot read itself.
  const near = suggested.near === program.declaring ? null : suggested.near;
  const listed = suggested.known.length <= MAX_LISTED;
  const known = listed ? suggested.known.filter((each) => each !== program.declaring) : suggested.known;
  const fix =
    near === null ? undefined : { title: `Write ${near}`, edits: [{ start: name.start, end: name.end, text: near }] };
  const what = code === 'SBS2009' ? 'table yet: declare one' : 'table yet: declare a download first';
  report(code, name, { name: name.text, advice: adviceOf(near, known, what) }, fix);
}

/** The table of a name. An unknown one is reported, and replaced by a table whose columns are unknown. */
export function tableAt(program: Program, name: Name, report: Report): TableInfo {
  const table = program.tables.get(name.text);
  const { local } = table ?? {};
  program.recorder?.use(table && local ? localSymbol(table, local) : { kind: 'table', name: name.text }, name);
  if (table) return table;
  reportUnknown(program, name, 'SBS2003', report);
  return { name: name.text, kind: 'table', columns: [], open: true, flawed: true };
}
