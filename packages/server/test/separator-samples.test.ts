import { compile } from '@switchboard/language';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { readSamples } from '@switchboard/language/testing/samples';
import { typeName } from '@switchboard/model/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataLab, openDataLab } from './data-fuzz/data-lab.ts';

let lab: DataLab;
beforeAll(async () => {
  lab = await openDataLab();
});
afterAll(() => lab.close());

describe('separators of numbers', () => {
  it.each(readSamples('separators').good)('separators of numbers are read as declared: $title', async (sample) => {
    const { plan } = compile([{ path: 'a.sbs', text: sample.script }], CATALOG);
    const [source] = plan?.sources ?? [];
    const [table] = source?.tables ?? [];
    if (!plan || !source || !table) throw new Error('The sample has no download.');
    const content = [...(sample.inputs.get(table.name) ?? [])].map((row) => `${row.join(';')}\n`).join('');
    const file = { table: table.name, filename: 'a.csv', content, bytes: Buffer.from(content) };
    const loaded = await lab.load(source, table, file);
    await lab.build(plan.tables, [loaded], async ({ outputs }) => {
      const rows = await lab.rows(outputs[0]?.resultKey ?? '');
      expect(rows.toSorted()).toEqual(sample.rows.map((row) => row.join(' | ')).toSorted());
      return null;
    });
    expect(plan.tables.at(-1)?.columns.map(({ name, type }) => `${name}: ${typeName(type)}`)).toEqual(sample.columns);
    await lab.clear();
  });
});
