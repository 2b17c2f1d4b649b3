import type { Report } from '../diagnostics.ts';
import type { Name } from '../syntax/tree.ts';
import type { Program, TableInfo } from './program.ts';
import { advise, closest } from './suggest.ts';

/** The table a name means. Unknown ones are reported; what stands for them says nothing about its columns. */
export function tableAt(program: Program, name: Name, report: Report): TableInfo {
  const table = program.tables.get(name.text);
  program.recorder?.use({ kind: 'table', name: name.text }, name);
  if (table) return table;
  if (!program.tableNames.has(name.text) && !program.brokenNames.has(name.text)) {
    const known = [...program.tableNames].sort();
    const near = closest(name.text, known);
    const fix =
      near === null ? undefined : { title: `Write ${near}`, edits: [{ start: name.start, end: name.end, text: near }] };
    report(
      'SBS2003',
      name,
      { name: name.text, advice: advise(name.text, known, 'table yet: declare a download first') },
      fix,
    );
  }
  return { name: name.text, kind: 'table', columns: [], open: true, flawed: true };
}
