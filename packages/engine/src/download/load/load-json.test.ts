import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_LINES } from '../../../test/json-lines.ts';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';
import { documentKeys } from '../../formats/documents/document-columns.ts';
import type { DocumentReader } from '../../formats/documents/document-reader.ts';
import { jsonLinesFormat } from '../../formats/json/json-format.ts';
import type { ScanLayout, ScanTask } from '../../formats/part-scan/scan-task.ts';
import { scanPart } from '../../scan/scan-part.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

/** Has something done with a file of its own. */
async function withTask<T>(text: string, layout: ScanLayout, act: (task: ScanTask) => T | Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'scan-json-'));
  const path = join(folder, 'file');
  await writeFile(path, text);
  const end = Buffer.byteLength(text);
  const part = { path, start: 0, end, dataEnd: end, skipping: false, cleanPath: join(folder, 'clean') };
  try {
    return await act({ ...part, layout, rejected: null });
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('json', () => {
  const id = column('id', 'integer');
  const columns = [id, column('name', 'string'), column('at', 'datetime')];
  const json = (content: string, filename: string, input: Partial<LoadInput> = {}): Promise<LoadedFile> =>
    loader.load({ files: [{ filename, content }], columns, ...input });

  it('reads lines, each on its own', async () => {
    const { rows, dirty, newDirty } = await json(
      '{"id":1,"name":"a","at":"2025-01-02T03:04:05Z"}\n\n{"ID":9007199254740993,"x":[1]}\n{"id":1.5}\n{"id":\n[1]\n{"id":"7","name":8}\n',
      'x.jsonl',
    );
    expect(rows).toEqual([
      { id: 1, name: 'a', at: '2025-01-02 03:04:05' },
      { id: '9007199254740993', name: null, at: null },
      { id: 7, name: '8', at: null },
    ]);
    expect(dirty.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'not an integer'],
      [5, 'not valid JSON'],
      [6, 'not a JSON object'],
    ]);
    expect(newDirty.map(({ line }) => line)).toEqual([4, 5, 6, 7]);
  });

  it.each([
    ['a list', '[{"id":1},\n {"id":2, "name":"x]}\\""}]', {}],
    [
      'a path',
      '{"meta":{"rows":[9]},"data":{"rows":[{"id":1},{"id":2,"name":"x]}\\""}],"more":1}}',
      { records: 'data.rows' },
    ],
    ['a path with $ and [*]', '{"data":[{"id":1},{"id":2,"name":"x]}\\""}]}', { records: '$.data[*]' }],
  ])('reads %s', async (_name, content, parameters) => {
    expect((await json(content, 'x.json', { parameters, columns: [id, column('name', 'string')] })).rows).toEqual([
      { id: 1, name: null },
      { id: 2, name: 'x]}"' },
    ]);
  });

  it('reads one object as one row, and nothing as none', async () => {
    expect((await json('{"id":1}', 'x.json', { columns: [id] })).rows).toHaveLength(1);
    expect((await json('[]', 'x.json')).rows).toHaveLength(0);
  });

  it.each([
    ['[{"id":1},{"id"', {}, 'it ends in the middle'],
    ['{"data":[]}', { records: 'rows' }, 'there is nothing at rows'],
    ['[{"id":1}] x', {}, 'there is more text behind its end'],
  ])('refuses %s', async (content, parameters, reason) => {
    await expect(json(content, 'x.json', { parameters })).rejects.toMatchObject({
      code: 'FORMAT_UNREADABLE',
      message: `x.json is not json: ${reason}. Check the format parameter, or have the file delivered again.`,
    });
  });

  it.each([
    ['without end', '['.repeat(200_000), {}, 'its values are nested too deep'],
    [
      'without end before its rows',
      `{"a":${'{"a":'.repeat(200_000)}`,
      { records: 'rows' },
      'its values are nested too deep',
    ],
    ['with an endless key', `{"${'k'.repeat(3 << 20)}":1}`, { records: 'rows' }, 'one of its keys is longer than 1 MB'],
  ])('refuses a document %s', async (_name, content, parameters, reason) => {
    await expect(json(content, 'x.json', { parameters })).rejects.toMatchObject({
      code: 'FORMAT_UNREADABLE',
      message: `x.json is not json: ${reason}. Check the format parameter, or have the file delivered again.`,
    });
  });

  const LEVELS = 10_000;
  const deepList = `${'['.repeat(LEVELS)}1${']'.repeat(LEVELS)}`;
  const deepRecord = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;
  const deepRows = [
    `{"id":2,"value":${deepList}}`,
    `{"id":3,"value":${deepRecord}}`,
    `{"id":12345678901234567,"value":${deepRecord}}`,
  ];
  const TOO_DEEP = [2, 3, 4].map((line) => [line, 'nested too deeply']);

  it.each([
    ['a json column', { columns: [column('id', 'integer'), column('value', 'json')] }],
    ['a string column', { columns: [column('id', 'integer'), column('value', 'string')] }],
    ['a list', { columns: [column('id', 'integer'), column('value', { kind: 'list', element: { kind: 'json' } })] }],
    ['all other columns', { columns: [column('id', 'integer')], rest: true }],
  ])('sets aside a row that is nested too deeply: %s', async (_name, input) => {
    const rows = ['{"id":1,"value":[[{"a":"[[{{"}]]}', ...deepRows, '{"id":5}'];
    for (const [content, filename] of [
      [rows.join('\n'), 'x.jsonl'],
      [`[${rows.join(',\n')}]`, 'x.json'],
    ] as const) {
      const loaded = await json(content, filename, input);
      expect(loaded.rows.map(({ id }) => id)).toEqual([1, 5]);
      expect(loaded.dirty.map(({ line, reason }) => [line, reason])).toEqual(TOO_DEEP);
      const reported = loaded.newDirty.map(({ line, columns: [first] }) => [line, first?.reason]);
      // The strict reading may have more to say, of the first row.
      expect(reported.filter(([line]) => line !== 1)).toEqual(TOO_DEEP);
    }
  });

  it('takes brackets in texts, and next to one another, for no depth', async () => {
    const flat = JSON.stringify({
      id: 1,
      at: null,
      name: `${'['.repeat(5000)}\\"`,
      value: Array.from({ length: 5000 }, () => [{}]),
    });
    const { rows, dirty } = await json(`${flat}\n`, 'x.jsonl', { columns: [...columns, column('value', 'json')] });
    expect(dirty).toEqual([]);
    expect(rows).toMatchObject([{ id: 1, name: `${'['.repeat(5000)}\\"` }]);
  });

  it('sets aside a CSV row with a JSON text that is nested too deeply', async () => {
    const list = column('value', { kind: 'list', element: { kind: 'json' } });
    const { rows, dirty } = await json(`id,value\n1,[2]\n2,${deepList}\n`, 'x.csv', {
      columns: [column('id', 'integer'), list],
    });
    expect(rows.map(({ id }) => id)).toEqual([1]);
    expect(dirty.map(({ line, column: name, reason }) => [line, name, reason])).toEqual([[3, 'value', 'not JSON']]);
  });

  it('rejects a row of a binary file that is nested too deeply', async () => {
    const layout = { kind: 'rows', nullValues: [], names: ['value'], fields: [column('value', 'json')] } as const;
    const text = `[1]\n[${deepList}]\n[{"a":2}]\n`;
    const answer = await withTask(text, { ...layout, lineNumbers: false }, scanPart);
    expect(answer.good).toBe(2);
    expect(answer.listed.map(({ line, violations: [first] }) => [line, first?.reason])).toEqual([
      [1, 'nested too deeply'],
    ]);
  });

  it('yields to the event loop while it collects the keys of large records', async () => {
    const text = `{"id":1,"name":"${'x'.repeat(900_000)}"}\n`.repeat(20);
    let turns = 0;
    const keys = await withTask(text, JSON_LINES, async (task) => {
      const takeTurn = (): NodeJS.Immediate =>
        setImmediate(() => {
          turns += 1;
          next = takeTurn();
        });
      let next = takeTurn();
      return documentKeys(task, JSON_LINES, jsonLinesFormat.document as DocumentReader).finally(() =>
        clearImmediate(next),
      );
    });
    expect(keys).toEqual(['id', 'name']);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  describe('the sample', () => {
    const large = 'x'.repeat(5 << 20);

    it('the sample has the first rows of a document, unless they follow something large', async () => {
      const parameters = { records: 'data' };
      const near = await json('{"meta":"x","data":[{"id":1},\n {"id":2}]}', 'x.json', { parameters, columns: [id] });
      expect(near.sample).toBe('{"id":1}\n{"id":2}\n');
      const far = await json(`{"meta":"${large}","data":[{"id":1}]}`, 'x.json', { parameters, columns: [id] });
      expect(far.rows).toMatchObject([{ id: 1 }]);
      expect(far.sample).toMatch(/^\{"meta":"x{60000,70000}\n$/);
    });

    it('the sample has the rows before a large one, and no piece of one', async () => {
      const content = `[{"id":1},{"id":2,"name":"${large}"},{"id":3}]`;
      const { sample, answer } = await json(content, 'x.json', { columns: [id] });
      expect(sample).toBe('{"id":1}\n');
      expect(answer).toMatchObject({ rows: 2, dirtyRows: 1 });
      // The last of them crosses the end of the sampled beginning.
      const line = `{"id":1,"name":"${'x'.repeat(60_000)}"}\n`;
      expect((await json(line.repeat(90), 'x.jsonl', { columns: [id] })).sample).toBe(
        line.repeat(Math.floor((4 << 20) / line.length)),
      );
    });

    it('leaves it to the scan to find fault with what it does not see', async () => {
      await expect(json(`[{"id":1},{"id":2,"name":"${large}"}`, 'x.json')).rejects.toMatchObject({
        message:
          'x.json is not json: it ends in the middle. Check the format parameter, or have the file delivered again.',
      });
    });
  });

  it('keeps records, lists and all other keys', async () => {
    const nested = [
      column('owner', { kind: 'record', fields: [{ name: 'id', type: { kind: 'integer' }, nullable: true }] }),
      column('tags', { kind: 'list', element: { kind: 'string' } }),
    ];
    const { rows, answer } = await json(
      '{"owner":{"ID":5,"x":1},"tags":["a","b"],"n":1}\n{"n":2,"o":{"p":1}}\n',
      'x.jsonl',
      { columns: nested, rest: true },
    );
    expect(rows).toEqual([
      { owner: "{'id': 5}", tags: "['a', 'b']", n: 1, o: null },
      { owner: null, tags: null, n: 2, o: '{"p":1}' },
    ]);
    expect(answer.columns.map(({ type }) => type.kind)).toEqual(['record', 'list', 'integer', 'string']);
  });
});

describe('a member named like an error beside no rows', () => {
  const NONE = [
    'null',
    'false',
    '0',
    '""',
    '"none"',
    '[]',
    '{}',
    '{ "count": 0 }',
    '{"count":0,"items":[]}',
    '[ null ]',
  ];
  it.each(NONE)('says that nothing failed with the value %s', async (value) => {
    for (const content of [`{"rows":[],"errors":${value}}`, `{"errors": ${value} , "rows": []}`]) {
      const { answer } = await loader.load({
        files: [{ filename: 'a.json', content }],
        columns: [column('a', 'integer')],
        parameters: { records: 'rows' },
      });
      expect(answer).toMatchObject({ records: 0, dirtyRows: 0 });
    }
  });

  const SOME = [
    'true',
    '1',
    '"quota"',
    '["a"]',
    '{"count":2}',
    '{"code":0,"message":"slow down"}',
    `"${'x'.repeat(200_000)}"`,
  ];
  it.each(SOME)('fails the file with the value %.40s', async (value) => {
    for (const content of [`{"rows":[],"errors":${value}}`, `{"errors": ${value} , "rows": []}`])
      await expect(
        loader.load({
          files: [{ filename: 'a.json', content }],
          columns: [column('a', 'integer')],
          parameters: { records: 'rows', missing_rows: 'empty' },
        }),
      ).rejects.toMatchObject({ code: 'FILE_INCOMPLETE' });
  });
});
