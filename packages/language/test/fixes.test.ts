import { describe, expect, test } from 'vitest';
import { compile, DIAGNOSTICS, type Message } from '../src/index.ts';
import { applyFix } from './apply-fix.ts';
import { CATALOG } from './catalog.ts';
import { PRELUDE } from './prelude.ts';

function messagesOf(text: string): readonly Message[] {
  return compile([{ path: 'main.sbs', text }, PRELUDE], CATALOG).messages.filter(({ path }) => path === 'main.sbs');
}

function fixed(text: string, code: string): string {
  const message = messagesOf(text).find((each) => each.code === code);
  if (!message?.fix) throw new Error(`There is no fix of ${code}.`);
  return applyFix(text, message.fix);
}

const FIXED = Object.entries(DIAGNOSTICS).filter(([code, { wrong }]) =>
  messagesOf(wrong).some((message) => message.code === code && message.fix),
);

describe('the fix of a wrong example', () => {
  test.each(FIXED)('the fix removes its message and adds no error: %s', (code, { wrong }) => {
    const after = messagesOf(fixed(wrong, code));
    expect(after.filter((message) => message.code === code || message.type === 'error')).toEqual([]);
  });

  test('every fix that leaves no choice applies', () => {
    expect(FIXED.map(([code]) => code)).toEqual(
      expect.arrayContaining(['SBS1008', 'SBS1010', 'SBS1012', 'SBS1013', 'SBS2004', 'SBS4003', 'SBS4022', 'SBS5004']),
    );
  });
});

describe('the fix of a case', () => {
  test.each([
    [
      "case when clicks > 1 then 'a' when clicks > 0 then 'b' else 'c' end",
      "clicks > 1 ? 'a' : clicks > 0 ? 'b' : 'c'",
    ],
    ["case kind when 'a' then 1 when 'b' then 2 end", "kind == 'a' ? 1 : kind == 'b' ? 2 : null"],
    ['case "kind" when \'a\' then 1 end', `"kind" == 'a' ? 1 : null`],
    ['1 + case when active then 1 else 0 end * 2', '1 + (active ? 1 : 0) * 2'],
    ['case when active ? true : false then 1 else 2 end', '(active ? true : false) ? 1 : 2'],
    ['case active when clicks > 1 or price > 2 then 1 end', 'active == (clicks > 1 or price > 2) ? 1 : null'],
    ['[case when active then 1 end]', '[active ? 1 : null]'],
  ])('the condition means the same as the case: %s', (written, expected) => {
    const text = `table t is select ${written} as v from ads;`;
    expect(fixed(text, 'SBS1012')).toBe(`table t is select ${expected} as v from ads;`);
    expect(messagesOf(fixed(text, 'SBS1012')).filter((message) => message.type === 'error')).toEqual([]);
  });
});

test.each([
  ['YYYY-MM-DD', 'YYYY-MM-dd'],
  ['yyyy-MM-dd', 'YYYY-MM-dd'],
])('fixes the format %s', (written, expected) => {
  const text = `download d from { type: "web"; url: "https://example.com"; } using { a: date("${written}"); };`;
  expect(fixed(text, 'SBS3010')).toBe(text.replace(written, expected));
});

test('an alias without as gets one, and the rest of the query is read as it is meant', () => {
  const text = 'table t is select a.site from ads a left join sites s on a.site == s.id where s.nope == 1;';
  const errors = messagesOf(text).filter((message) => message.type === 'error');
  expect(errors.map((message) => message.code)).toEqual(['SBS1007', 'SBS1007', 'SBS2004']);
  expect(fixed(text, 'SBS1007')).toBe(text.replace('ads a', 'ads as a'));
});

describe('the fix of missing parameters', () => {
  test.each([
    [
      'on lines of their own, as the others stand',
      'upload ads to {\n    type: "sql"; // the warehouse\n};',
      'upload ads to {\n    type: "sql";\n    key: "warehouse";\n    table: "table"; // the warehouse\n};',
    ],
    [
      'on the same line',
      'upload ads to { type: "sql"; };',
      'upload ads to { type: "sql"; key: "warehouse"; table: "table"; };',
    ],
    [
      'one of a group',
      'download d from {\n  type: "folder";\n} using { * };',
      'download d from {\n  type: "folder";\n  pattern: "*.csv";\n} using { * };',
    ],
  ])('the fix adds missing parameters: %s', (_name, text, expected) => {
    const code = text.includes('folder') ? 'SBS4007' : 'SBS4003';
    expect(fixed(text, code)).toBe(expected);
    expect(messagesOf(expected).filter((message) => message.type === 'error')).toEqual([]);
  });

  test('several are one message', () => {
    const [message, ...others] = messagesOf('upload ads to { type: "sql"; };');
    expect(message?.message).toBe(
      'The parameters key and table are missing. The name of a stored key. The table. Add them here.',
    );
    expect(others).toEqual([]);
  });
});

describe('the fix of unknown parameters', () => {
  test.each([
    [
      'with their line',
      'upload ads to {\n  type: "disk";\n  colour: "red"; // why?\n  path: "a.csv";\n};',
      'upload ads to {\n  type: "disk";\n  path: "a.csv";\n};',
    ],
    [
      'the last one too',
      'upload ads to {\n  type: "disk"; path: "a.csv"; // both\n  colour: { a: 1;\n   };\n};',
      'upload ads to {\n  type: "disk"; path: "a.csv"; // both\n};',
    ],
    [
      'beside others',
      'upload ads to { type: "disk"; colour: 1; path: "a"; };',
      'upload ads to { type: "disk"; path: "a"; };',
    ],
    [
      'first of a line',
      'upload ads to {\n  colour: 1; type: "disk"; path: "a";\n};',
      'upload ads to {\n   type: "disk"; path: "a";\n};',
    ],
    [
      'last of a block',
      'upload ads to { type: "disk"; path: "a"; colour: 1; };',
      'upload ads to { type: "disk"; path: "a"; };',
    ],
  ])('the fix removes unknown parameters: %s', (_name, text, expected) => {
    expect(fixed(text, 'SBS4002')).toBe(expected);
    expect(messagesOf(expected)).toEqual([]);
  });
});

describe('the fix of a group by', () => {
  test.each([
    'select site, sum(clicks) as n from ads group by site',
    'select site, sum(clicks) as n from ads group by 1',
    'select ads.site, count() as n from ads group by site',
    "select date_trunc(day, 'month') as m, kind, 'x' as x, count() as n from ads group by m, kind",
    'select upper( site ) as s, sum(clicks) + 1 as n from ads group by upper(site)',
    'select site, sum(clicks) as n from ads group by all',
  ])('a group by of the same keys is removed: %s', (query) => {
    const after = fixed(`table t is ${query};`, 'SBS1013');
    expect(after).toBe(`table t is ${query.replace(/group by .*/, '')};`);
    expect(messagesOf(after).filter((message) => message.type === 'error')).toEqual([]);
  });

  test.each([
    ['select sum(clicks) as n from ads group by site', 'Select the same columns as keys'],
    ['select site, sum(clicks) as n from ads group by site, kind', 'Select the same columns as keys'],
    ['select site, kind, sum(clicks) as n from ads group by site', 'Select the same columns as keys'],
    ['select upper(site) as s, sum(clicks) as n from ads group by site', 'Select the same columns as keys'],
    ['select upper(site) as site, sum(clicks) as n from ads group by site', 'Select the same columns as keys'],
    ['select *, sum(clicks) as n from ads group by site', 'Select the same columns as keys'],
    ['select site from ads group by site', 'write select distinct'],
    ['select site, clicks from ads group by all', 'write select distinct'],
  ])('a group by whose removal changes rows stays: %s', (query, advice) => {
    const message = messagesOf(`table t is ${query};`).find(({ code }) => code === 'SBS1013');
    expect(message?.message).toContain(advice);
    expect(message?.fix).toBeUndefined();
  });
});
