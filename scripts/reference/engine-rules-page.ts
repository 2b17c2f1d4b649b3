import { KINDS, type Line, SECTIONS, type Section } from './engine-rules/line.ts';
import { LINES } from './engine-rules/lines.ts';
import { readRows } from './engine-rules/read-tables.ts';
import { code, page, table } from './markdown.ts';

/** The guarantees of the engine, with the tests that prove them; then what the same sections leave to the screens. */
export function engineRulesPage(): string {
  return page(
    'What the engine guarantees',
    'Every status, legal transition, rule and text of the specification that the engine and the server implement, with the ' +
      'tests that prove it. A test carries its id as a tag: search the code for `proof:` and the id. Values in brackets name ' +
      'one row of the table of a test. `npm run check -- proofs` fails when an id is missing, duplicate or unused, when a ' +
      'status or a transition has no line, and when a test does not contain the text that it proves.',
    counts(),
    ...(Object.keys(SECTIONS) as Section[]).flatMap(sectionOf),
    '## What belongs to screens',
    'The same sections say more, which the screens and other parts carry.',
    table(['Section', 'What', 'Where'], readRows('screens.md')),
  );
}

function counts(): string {
  const rows = (Object.keys(SECTIONS) as Section[]).map((section) => {
    const own = LINES.filter((line) => line.section === section);
    return [
      section,
      ...KINDS.map((kind) => String(own.filter((line) => line.kind === kind).length)),
      String(own.length),
    ];
  });
  return table(['Section', ...KINDS, 'lines'], rows);
}

function sectionOf(section: Section): string[] {
  const own = LINES.filter((line) => line.section === section);
  const heading = section === 'design' ? SECTIONS[section] : `${section} ${SECTIONS[section]}`;
  const rows = KINDS.flatMap((kind) =>
    own
      .filter((line) => line.kind === kind)
      .map((line) => [kind, kind === 'text' ? `"${line.what}"` : line.what, line.proofs.map(nameOf).join('<br>')]),
  );
  return [`## ${heading}`, table(['Kind', 'What', 'Proved by'], rows)];
}

function nameOf({ test, row }: Line['proofs'][number]): string {
  return row.length === 0 ? code(test) : `${code(test)} (${row.map((cell) => code(textOf(cell))).join(', ')})`;
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
