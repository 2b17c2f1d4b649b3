import { describe, expect, test } from 'vitest';
import { isKeyword } from '../../src/syntax/tokens/codes.ts';
import { labelsAt } from './editor-file.ts';

/** A script up to the cursor, and its keyword that is mistyped. */
const PLACES: readonly (readonly [keyword: string, marked: string])[] = [
  ['select', 'table t is select |'],
  ['select', 'table t is select | from ads;'],
  ['select', 'table t is select site, | from ads;'],
  ['from', 'table t is select site from |'],
  ['from', 'table t is select site, sum(clicks) from |'],
  ['from', 'table t is select | from ads;'],
  ['from', 'table t is select * from ads where |'],
  ['where', 'table t is select site from ads where |'],
  ['where', 'table t is select site from ads where clicks > |'],
  ['where', 'table t is select site from ads where site |'],
  ['having', 'table t is select site, sum(clicks) as total from ads having |'],
  ['order', 'table t is select site from ads order by |'],
  ['order', 'table t is select site from ads order |'],
  ['order', 'table t is select site, sum(clicks) as total from ads where clicks > 1 order by total |'],
  ['group', 'table t is select site from ads group by |'],
  ['limit', 'table t is select site from ads order by site limit |'],
  ['qualify', 'table t is select site from ads qualify |'],
  ['join', 'table t is select site from ads join |'],
  ['join', 'table t is select site from ads left join |'],
  ['join', 'table t is select 1 as a from ads join sites on |'],
  ['left', 'table t is select site from ads left join |'],
  ['cross', 'table t is select site from ads cross join sites |'],
  ['using', 'table t is select 1 as a from ads join sites using (|'],
  ['between', 'table t is select site from ads where clicks between |'],
  ['like', "table t is select site from ads where site like 'a' and |"],
  ['nulls', 'table t is select site from ads order by site nulls |'],
  ['partition', 'table t is select row_number() over (partition by | from ads'],
  ['over', 'table t is select row_number() over (| from ads'],
  ['union', 'table t is union |'],
  ['union', 'table t is (select site from ads) union (|'],
  ['upsert', 'table t is upsert |'],
  ['upsert', 'table t is upsert ads by |'],
  ['snapshot', 'table t is snapshot ads by |'],
  ['delete', 'table t is upsert ads by site delete |'],
  ['pivot', 'table t is pivot ads on |'],
  ['unpivot', 'table t is unpivot ads on |'],
  ['select', 'table t is (select | from ads)'],
  ['select', 'table t is select site from ads where exists (select | from sites)'],
  ['select', 'table t is select a.| from (select site from ads) as a'],
  ['table', 'table t is select | from ads;'],
  ['table', 'table t is select site from ads where |;'],
  ['download', 'download x from { | }'],
  ['download', 'download x from { type: "web"; } using { a: |'],
  ['from', 'download x from { type: "web"; | }'],
  ['using', 'download x from { type: "web"; } using { a: |'],
  ['upload', 'upload ads to { type: "disk"; | };'],
];

/** Every way to swap two letters of a word, to drop one or to write one twice. */
function mistyped(word: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at < word.length; at += 1) {
    const [head, char, tail] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    found.add(head + tail);
    found.add(head + char + char + tail);
    found.add(head + tail.charAt(0) + char + tail.slice(1));
  }
  // Other words of the language are meant as such; the first letters alone are a word that is still being typed.
  // One letter less than unpivot is as close to pivot.
  return [...found].filter((each) => each !== word && each.length > 2 && !isKeyword(each) && !/^.pivot$/.test(each));
}

describe('completion after a mistyped keyword is that after the keyword', () => {
  test.each(PLACES)('%s in %s', (keyword, marked) => {
    const expected = labelsAt(marked);
    const at = marked.lastIndexOf(keyword);
    const others = mistyped(keyword).filter((word) => {
      const found = labelsAt(marked.slice(0, at) + word + marked.slice(at + keyword.length));
      return JSON.stringify(found) !== JSON.stringify(expected);
    });
    expect(expected.length + (marked.includes('limit') || marked.includes('between') ? 1 : 0)).toBeGreaterThan(0);
    expect(others).toEqual([]);
  });
});

describe('a name that is close to a keyword stays a name', () => {
  test.each([
    ['table t is select orders.| from ads as orders', 'table t is select o.| from ads as o'],
    ['table t is select form from ads where |', 'table t is select f from ads where |'],
    ['table t is select site as form | from ads', 'table t is select site as f | from ads'],
    ['table t is select form.| from ads form', 'table t is select f.| from ads f'],
    [
      'table t is select lift.| from ads lift join sites as s on lift.site == s.id',
      'table t is select l.| from ads l join sites as s on l.site == s.id',
    ],
    ['table orders is select | from ads', 'table o is select | from ads'],
  ])('%s', (marked, plain) => {
    expect(labelsAt(marked)).toEqual(labelsAt(plain));
  });
});
