import { ELSEWHERE } from './engine-rules/elsewhere.ts';
import type { Line, Section } from './engine-rules/line.ts';
import { LINES } from './engine-rules/lines.ts';
import { code, page, table } from './markdown.ts';

const SECTIONS: Readonly<Record<Section, string>> = {
  '1.4': 'Shell, keys, downloads, uploads, events: 4. States and transitions',
  '1.5': 'Shell, keys, downloads, uploads, events: 5. Validation rules',
  '1.8': 'Shell, keys, downloads, uploads, events: 8. Error catalogue',
  '1.9': 'Shell, keys, downloads, uploads, events: 9. Business constants and limits',
  '2.4': 'Backfills, scripts, home: 4. States and transitions',
  '2.5': 'Backfills, scripts, home: 5. Validation rules',
  '2.8': 'Backfills, scripts, home: 8. Error catalogue',
  '2.9': 'Backfills, scripts, home: 9. Business constants and limits',
  design: 'What the engine decides itself',
};
const KINDS: readonly Line['kind'][] = ['status', 'transition', 'rule', 'text'];

/** What the engine carries, each with the tests that prove it; then what of the same sections it does not. */
export function engineRulesPage(): string {
  return page(
    'What the engine keeps to',
    'Every status, legal transition, rule and text of the specification that the engine and the server implement, with the ' +
      'tests that prove it. A test carries its id as a tag: search the code for `proof:` and the id. Values in brackets name ' +
      'one row of the table of a test. `npm run check -- proofs` fails when an id is missing, duplicate or unused, when a ' +
      'status or a transition has no line, and when a test does not contain the text that it proves.',
    counts(),
    ...(Object.keys(SECTIONS) as Section[]).flatMap(sectionOf),
    '## What belongs to screens',
    'The same sections say more, which the screens and other parts carry.',
    table(
      ['Section', 'What', 'Where'],
      ELSEWHERE.map(({ section, what, where }) => [section, what, where]),
    ),
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
