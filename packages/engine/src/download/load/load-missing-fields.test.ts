import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const COLUMNS = [column('site', 'string'), column('clicks', 'integer')];
const load = (filename: string, content: string, input: Partial<LoadInput> = {}): Promise<LoadedFile> =>
  loader.load({ files: [{ filename, content }], columns: COLUMNS, ...input });

const FOUND = [
  ['x.json', '{"count":429,"code":429}', 'site', 'count, code', ''],
  ['x.json', '{}', 'site', 'no columns', ''],
  ['x.json', '{"data":[{"site":"a","clicks":1}]}', 'site', 'data', ''],
  ['x.json', '[{"site":"a","click":1},{"site":"b","click":2}]', 'clicks', 'site, click', ' Did you mean click?'],
  ['x.jsonl', '{"site":"a","Klicks":1}\n{"site":"b"}\n', 'clicks', 'site, Klicks', ' Did you mean Klicks?'],
  ['x.xml', '<r><row site="a" click="1"/><row site="b"/></r>', 'clicks', 'site, click', ' Did you mean click?'],
  ['x.xml', '<error><code>429</code><message>quota exceeded</message></error>', 'site', 'text', ''],
  ['x.csv', 'site,click\na,1\n', 'clicks', 'site, click', ' Did you mean click?'],
] as const;

describe('a declared column that no record of a file has', () => {
  it.each(FOUND)('fails the load of %s: %s', async (filename, content, name, found, advice) => {
    await expect(load(filename, content)).rejects.toMatchObject({
      code: 'COLUMN_NOT_FOUND',
      message: `Column ${name} not found in ${filename}. It has: ${found}.${advice} Correct the name, or have the file delivered with the column.`,
    });
  });

  it('fails the load of the second of two files', async () => {
    const files = [
      { filename: 'a.jsonl', content: '{"site":"a","clicks":1}\n' },
      { filename: 'b.jsonl', content: '{"site":"a"}\n' },
    ];
    await expect(loader.load({ files, columns: COLUMNS })).rejects.toMatchObject({
      code: 'COLUMN_NOT_FOUND',
      parameters: { column: 'clicks', file: 'b.jsonl' },
    });
  });

  it.each([1, 200, 1 << 20])(
    'a declared column that no record of a file has is searched for in all parts of a file, of %i bytes each',
    async (part) => {
      const rows = Array.from({ length: 100 }, (_, index) => `{"site":"site ${index}"}\n`).join('');
      const sizes = { stream: 1 << 20, part };
      const last = await load('x.jsonl', `${rows}{"clicks":5}\n`, { sizes });
      expect(last.answer).toMatchObject({ records: 101, rows: 101 });
      expect(last.rows.at(-1)).toEqual({ site: null, clicks: 5 });
      await expect(load('x.jsonl', `${rows}{"click":5}\n`, { sizes })).rejects.toMatchObject({
        code: 'COLUMN_NOT_FOUND',
        parameters: { column: 'clicks', found: 'site, click', advice: ' Did you mean click?' },
      });
    },
  );
});

describe('a declared field of a record that no record of a file has', () => {
  const fields = ['id', 'city'].map((name) => ({ name, type: { kind: 'string' } as const, nullable: true }));
  const owner = column('owner', { kind: 'record', fields });
  const owners = column('owners', { kind: 'list', element: { kind: 'record', fields } });
  const OWNED = [
    ['x.jsonl', '{"owner":null}\n{"owner":{"id":"1","cty":"a"}}\n', owner, 'owner.city', ' Did you mean owner.cty?'],
    ['x.json', '[{"owner":{"id":"1"}},{}]', owner, 'owner.city', ''],
    ['x.json', '[{"owners":[{"city":"a"},{"city":"b"}]},{"owners":[]}]', owners, 'owners.id', ''],
    ['x.xml', '<r><e><owner id="1"/></e><e><owner id="2"/></e></r>', owner, 'owner.city', ''],
  ] as const;

  it.each(OWNED)('fails the load of %s: %s', async (filename, content, wanted, name, advice) => {
    await expect(
      load(filename, content, { columns: [wanted], sizes: { stream: 1 << 20, part: 1 } }),
    ).rejects.toMatchObject({
      code: 'COLUMN_NOT_FOUND',
      parameters: { column: name, file: filename, advice },
    });
  });

  it.each([
    ['x.jsonl', '{"owner":{"id":"1"}}\n{"owner":{"city":null}}\n', owner, 2],
    ['x.jsonl', '{"owner":null}\n{"owner":null}\n', owner, 2],
    ['x.json', '[{"owners":[]}]', owners, 1],
    ['x.xml', '<r><e><owner/></e><e><owner ID="2"><city/></owner></e></r>', owner, 2],
  ] as const)(
    'a declared field of a record that no record of a file has is null otherwise: %s %s',
    async (filename, content, wanted, rows) => {
      const { answer } = await load(filename, content, { columns: [wanted], sizes: { stream: 1 << 20, part: 1 } });
      expect(answer).toMatchObject({ rows, dirtyRows: 0 });
    },
  );
});

describe('a declared column that some records of a file lack', () => {
  const LACKING = [
    ['x.json', '[{"site":"a"},{"clicks":2,"site":null}]'],
    ['x.jsonl', '{"site":"a"}\n{"clicks":2}\n'],
    ['x.xml', '<r><row site="a"/><row clicks="2"/></r>'],
  ] as const;

  it.each(LACKING)(
    'a declared column that some records of a file lack is null there if it may be: %s',
    async (filename, content) => {
      const { rows, newDirty } = await load(filename, content);
      expect(rows).toEqual([
        { site: 'a', clicks: null },
        { site: null, clicks: 2 },
      ]);
      expect(newDirty).toEqual([]);
    },
  );

  it.each(LACKING)('makes them dirty if it must not be null: %s', async (filename, content) => {
    const columns = [column('site', 'string'), column('clicks', 'integer', { nullable: false })];
    const { rows, dirty } = await load(filename, content, { columns });
    expect(rows).toEqual([{ site: null, clicks: 2 }]);
    expect(dirty.map((row) => [row.column, row.reason])).toEqual([['clicks', 'must not be null']]);
  });
});

describe('a file without records', () => {
  it.each([
    ['x.json', '[]', {}],
    ['x.json', '{"data":[]}', { records: 'data' }],
    ['x.jsonl', '\n', {}],
    ['x.xml', '<r/>', {}],
  ])('a file without records has an empty result: %s %j', async (filename, content, parameters) => {
    const { answer } = await load(filename, content, { parameters });
    expect(answer).toMatchObject({ records: 0, rows: 0, dirtyRows: 0 });
  });

  it('a file whose records are all malformed has only dirty rows', async () => {
    const { answer } = await load('x.jsonl', '{"site"\n"text"\n');
    expect(answer).toMatchObject({ records: 2, rows: 0, dirtyRows: 2, dirtyStatus: 'all' });
  });
});
