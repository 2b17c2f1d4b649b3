import { describe, expect, it } from 'vitest';
import { type ScriptSubject, scriptPlace } from './script-place.ts';

const TEXT = `download ads from {
  type: "http"; url: "https://ads.example";
} using { day: date; "Ad unit": string as unit; price: float; };
download bundle shop { type: "s3"; } using {
  table orders from { member: "orders.csv"; } using { id: integer; };
  table items from { member: "items.csv"; } using { id: integer; sku: string; };
};
table daily is
  select
    day,
    price / 0.5 as twice,
    * replace (unit || 'x' as unit)
  from ads;
assert sold on daily: twice >= 0;
upload daily as sent to {
  type: "file"; path: "daily.csv";
};`;

/** "line part text" */
function shown(subject: ScriptSubject, text = TEXT): string | null {
  const place = scriptPlace(text, subject);
  if (place === null) return null;
  const line = text.split('\n')[place.startLine - 1] ?? '';
  return `${place.startLine} ${place.part} ${line.slice(place.startColumn - 1, place.endColumn - 1)}`;
}

describe('the place of a declaration', () => {
  it.each<[string, ScriptSubject, string | null]>([
    ['its name', { kind: 'download', name: 'ads' }, '1 declaration ads'],
    ['a column', { kind: 'download', name: 'ads', column: 'price' }, '3 column price: float;'],
    ['a column by its name', { kind: 'download', name: 'ads', column: 'unit' }, '3 column "Ad unit": string as unit;'],
    [
      'a column by its header',
      { kind: 'download', name: 'ads', column: 'Ad unit' },
      '3 column "Ad unit": string as unit;',
    ],
    [
      'a column of one table',
      { kind: 'download', name: 'shop', table: 'items', column: 'id' },
      '6 column id: integer;',
    ],
    ['a column of any table', { kind: 'download', name: 'shop', column: 'sku' }, '6 column sku: string;'],
    ['a table of a bundle', { kind: 'download', name: 'shop', table: 'items' }, '6 declaration items'],
    [
      'a parameter of a table',
      { kind: 'download', name: 'shop', parameters: ['member'] },
      '5 parameter member: "orders.csv";',
    ],
    [
      'the first parameter that is written',
      { kind: 'upload', name: 'sent', parameters: ['folder', 'path'] },
      '16 parameter path: "daily.csv";',
    ],
    ['a parameter that is not written', { kind: 'upload', name: 'sent', parameters: ['mode'] }, '15 declaration sent'],
    ['an item of a select', { kind: 'table', name: 'daily', column: 'TWICE' }, '11 column price / 0.5 as twice'],
    ['a bare column', { kind: 'table', name: 'daily', column: 'day' }, '10 column day'],
    ['a replaced column', { kind: 'table', name: 'daily', column: 'unit' }, "12 column unit || 'x' as unit"],
    ['a column that a star takes', { kind: 'table', name: 'daily', column: 'other' }, '8 declaration daily'],
    ['the claim of an assertion', { kind: 'assertion', name: 'sold' }, '14 claim twice >= 0'],
    ['a table of another kind', { kind: 'upload', name: 'daily' }, null],
    ['nothing', { kind: 'table', name: 'gone' }, null],
  ])('leads to %s', (_what, subject, expected) => {
    expect(shown(subject)).toBe(expected);
  });

  it('the place of a declaration is found in a script with errors', () => {
    const broken = TEXT.replace('from ads;', 'from');
    expect(shown({ kind: 'download', name: 'ads', column: 'price' }, broken)).toBe('3 column price: float;');
  });
});
