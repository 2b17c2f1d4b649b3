import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

describe('json', () => {
  const columns = [column('id', 'integer'), column('name', 'string'), column('at', 'datetime')];
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
    expect((await json(content, 'x.json', { parameters })).rows).toEqual([
      { id: 1, name: null, at: null },
      { id: 2, name: 'x]}"', at: null },
    ]);
  });

  it('reads one object as one row, and nothing as none', async () => {
    expect((await json('{"id":1}', 'x.json')).rows).toHaveLength(1);
    expect((await json('[]', 'x.json')).rows).toHaveLength(0);
  });

  it.each([
    ['[{"id":1},{"id"', {}, 'it ends in the middle'],
    ['{"data":[]}', { records: 'rows' }, 'there is nothing at rows'],
    ['[{"id":1}] x', {}, 'there is more text behind its end'],
  ])('refuses %s', async (content, parameters, reason) => {
    await expect(json(content, 'x.json', { parameters })).rejects.toMatchObject({
      code: 'FORMAT_UNREADABLE',
      message: `x.json is not json: ${reason}.`,
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
