import { page, table } from './markdown.ts';
import { countsOf, isHeld, totalOf } from './spec-coverage/counts.ts';
import type { CoverageSection } from './spec-coverage/coverage.ts';

const KINDS = ['present', 'ruled', 'partial', 'absent'] as const;

/** Lists the requirements of the documents, how much of them is present, and what a ruling replaced. */
export function coveragePage(sections: readonly CoverageSection[]): string {
  const numbers = (title: string, counts: ReturnType<typeof countsOf>): string[] => [
    title,
    ...KINDS.map((kind) => String(counts[kind])),
    String(KINDS.reduce((total, kind) => total + counts[kind], 0)),
  ];
  const ruled = sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, note }) =>
      note.kind === 'ruled' ? [[title, what, note.text, `[${note.page}](../${note.page})`]] : [],
    ),
  );
  const open = sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, note }) => ('text' in note && !isHeld(note) ? [[title, what, note.kind, note.text]] : [])),
  );
  return page(
    'Coverage of the specification',
    [
      'Every operation, argument, returned field, value set, result type, exact text, constant, screen, key type, rule and connector',
      'that the two documents name. The names stand in the tables of `scripts/reference/spec-coverage`. `npm run check -- proofs` compares',
      'them with the schema, the sources, the key types and the connectors, and fails when one is missing. A row without a name in the',
      'code names the sentences (`scripts/reference/spec-checklist`) or proofs that show it.',
    ].join('\n'),
    '## Counts',
    table(
      ['What', 'Present', 'By a ruling', 'Partial', 'Absent', 'In all'],
      [...sections.map((section) => numbers(section.title, countsOf(section))), numbers('**All**', totalOf(sections))],
    ),
    '## By a ruling',
    'The name or state exists; a page says what holds in its place.',
    table(['Section', 'What', 'What holds', 'Page'], ruled),
    '## Partial and absent',
    open.length === 0 ? 'Nothing.' : table(['Section', 'What', 'State', 'Reason'], open),
  );
}
