import type { DeliveredColumn } from '@switchboard/model/lineage/delivered-columns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadInput } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const id = column('id', 'integer', { nullable: false });
const text = ({ name, type, nullable, use }: DeliveredColumn): string =>
  [use, name, type ?? '-', nullable === false ? 'not null' : ''].join(' ').trimEnd();

async function deliveryOf(files: readonly (readonly [string, string])[], input: Partial<LoadInput> = {}) {
  const { answer } = await loader.load({
    files: files.map(([filename, content]) => ({ filename, content })),
    columns: [id],
    ...input,
  });
  return { hasHeader: answer.delivery?.hasHeader, columns: answer.delivery?.columns.map(text) };
}

describe('the columns that files were delivered with', () => {
  it('the columns that files were delivered with are those of their headers, in order, each once for all files', async () => {
    const files = [
      ['1.csv', 'note, Cost ,id,\n1,2,3,4\n'],
      ['2.csv', 'id,cost,Extra\n3,4,5\n'],
    ] as const;
    expect(await deliveryOf(files)).toEqual({
      hasHeader: true,
      columns: ['ignored note -', 'ignored Cost -', 'declared id integer not null', 'ignored Extra -'],
    });
  });

  it('the columns that files were delivered with have the inferred types of undeclared columns, and none without values', async () => {
    const files = [['1.csv', 'Site ID,id,empty\n1.5,2,\n2,3,\n']] as const;
    expect(await deliveryOf(files, { rest: true })).toEqual({
      hasHeader: true,
      columns: ['kept Site ID float', 'declared id integer not null', 'kept empty -'],
    });
  });

  it('the columns that files were delivered with are those that are read of documents, and of files without a header', async () => {
    expect(await deliveryOf([['1.json', '[{"id":1,"note":"a"}]']], { rest: true })).toEqual({
      hasHeader: false,
      columns: ['declared id integer not null', 'kept note string'],
    });
    expect(await deliveryOf([['1.csv', '1,2\n']], { parameters: { header: false } })).toEqual({
      hasHeader: false,
      columns: ['declared id integer not null'],
    });
  });
});
