import { expect, test } from 'vitest';
import { inlayHints } from '../../src/editor/inlay-hints.ts';
import { offsetOf } from '../../src/editor/positions.ts';
import { linesOf } from '../../src/text/lines.ts';
import { workspaceOf } from './project.ts';

/** The text with its hints written into it. */
function hinted(text: string): string {
  const lines = linesOf(text);
  return inlayHints(workspaceOf({ 'a.sbs': text }), 'a.sbs').reduceRight((result, { position, label }) => {
    const at = offsetOf(position, lines);
    return `${result.slice(0, at)}«${typeof label === 'string' ? label : label.map(({ value }) => value).join('')}»${result.slice(at)}`;
  }, text);
}

const SOURCE = `download d from { type: "web"; url: "https://example.com/d"; } using { site: string; n: integer; price: decimal(9, 2); };
`;
const OPEN = 'download o from { type: "web"; url: "https://example.com/o"; } using { * };\n';

test.each([
  [
    'behind an alias and behind a bare column',
    `${SOURCE}table t is select site, sum(price) as total, n / 2 as half from d;`,
    `${SOURCE}table t is select site«: string», sum(price) as total«: decimal(38, 2)», n / 2 as half«: float» from d;`,
  ],
  [
    'behind a qualified and a quoted name',
    `${SOURCE}table t is select d.n, "site", [n] as "the list" from d;`,
    `${SOURCE}table t is select d.n«: integer», "site"«: string», [n] as "the list"«: [integer]» from d;`,
  ],
  [
    'not for columns of * and of types that the data decides',
    `${SOURCE}${OPEN}table t is select * from d;\ntable u is select a, upper(b) as b from o;`,
    `${SOURCE}${OPEN}table t is select * from d;\ntable u is select a, upper(b) as b«: string» from o;`,
  ],
  [
    'cut where the type is long',
    `${SOURCE}table t is select record(site, n, price, n as other, site as second_site) as r from d;`,
    `${SOURCE}table t is select record(site, n, price, n as other, site as second_site) as r«: { site: string; n: integer; price: deci…» from d;`,
  ],
  [
    'in an unfinished script',
    `${SOURCE}table t is select n as x from d`,
    `${SOURCE}table t is select n as x«: integer» from d`,
  ],
])('types stand %s', (_what, text, expected) => {
  expect(hinted(text)).toBe(expected);
});

test('only a range is shown, and nothing of unknown files', () => {
  const workspace = workspaceOf({ 'a.sbs': `${SOURCE}table t is select n as a,\n  n as b,\n  n as c from d;` });
  const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 10 } };
  expect(inlayHints(workspace, 'a.sbs', range)).toEqual([
    { position: { line: 2, character: 8 }, label: ': integer', kind: 1 },
  ]);
  expect(inlayHints(workspace, 'none.sbs')).toEqual([]);
});
