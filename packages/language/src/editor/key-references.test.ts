import { describe, expect, it } from 'vitest';
import { keyReferences, withKey } from './key-references.ts';

const TEXT = `download ads from {
  type: "http"; key: "api"; url: "https://ads.example/key: 'no'";
} using { day: date; };
# key: "comment"
download bundle shop { type: "s3"; key: 'store'; } using {
  table orders from { member: "orders.csv"; } using { id: integer; };
};
table daily is select day from ads where day = "api";
upload daily as sent to {
  type: "postgres"; key: "warehouse"; table: "daily";
  test: { key: "scratch \\"2\\""; table: "daily_test"; };
};
upload daily to { type: "file"; path: "daily.csv"; };`;

const shown = (text: string, path = 'ads/a.sbs') =>
  keyReferences({ path, text }).map(
    ({ kind, name, isTest, connector, key, line }) =>
      `${line} ${kind} ${name}${isTest ? ' test' : ''} ${connector} ${key}`,
  );

describe('the keys that a script names', () => {
  it('the keys that a script names are those of downloads, bundles, uploads and their test targets', () => {
    expect(shown(TEXT)).toEqual([
      '2 download ads http api',
      '5 download shop s3 store',
      '10 upload sent postgres warehouse',
      '11 upload sent test postgres scratch "2"',
    ]);
    expect(keyReferences({ path: 'ads/a.sbs', text: TEXT })[0]?.project).toBe('ads');
  });

  it('the keys that a script names are replaced where they are written, and nowhere else', () => {
    const references = keyReferences({ path: 'a.sbs', text: TEXT });
    const chosen = references.filter(({ name, isTest }) => name === 'ads' || isTest);
    const text = withKey(TEXT, chosen, 'new "key"');
    expect(shown(text)).toEqual([
      '2 download ads http new "key"',
      '5 download shop s3 store',
      '10 upload sent postgres warehouse',
      '11 upload sent test postgres new "key"',
    ]);
    expect(text).toContain('day = "api"');
    expect(
      withKey(
        text,
        keyReferences({ path: 'a.sbs', text }).filter(({ key }) => key === 'new "key"'),
        'x',
      ).length,
    ).toBe(text.length - 2 * ('"new \\"key\\""'.length - '"x"'.length));
  });

  it('the keys that a script names are found also beside what cannot be parsed', () => {
    expect(shown(`table broken is select ;\n${TEXT}`)[0]).toBe('3 download ads http api');
    expect(shown('download x from { key: 7; } using { a: date; };')).toEqual([]);
    expect(shown('')).toEqual([]);
  });
});
