import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveRecordings } from './recorded.ts';
import { verifyRows } from './verify.ts';

const TEXT = 25;
const INT8 = 20;
const NUMERIC = 1700;
const SOURCE = `
import { sql } from './sql.ts';
type Row = { readonly id: string; readonly bytes: number | null };
export const fits = (account: string) => sql<Row>\`select id, bytes from file where account_id = \${account}\`;
export const sums = (account: string) => sql<Row>\`select id, sum(bytes) as bytes from part where account_id = \${account}\`;
export const nulls = () => sql<{ name: string }>\`select name from source\`;
export const absent = () => sql<Omit<Row, 'bytes'> & { size: number }>\`select id from upload\`;
export const unseen = () => sql<Row>\`select id, bytes from backfill\`;
export const expression = () => sql<boolean>\`select true\`;
`;

describe('the asserted rows of SQL statements', () => {
  const root = mkdtempSync(join(tmpdir(), 'switchboard-rows-'));
  const project = join(import.meta.dirname, '../..');
  beforeAll(() => {
    const source = join(root, 'packages/server/src');
    mkdirSync(source, { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(join(project, 'node_modules/.bin'), join(root, 'node_modules/.bin'));
    symlinkSync(join(project, 'node_modules/@types'), join(root, 'node_modules/@types'));
    cpSync(join(project, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
    writeFileSync(
      join(source, 'sql.ts'),
      'export const sql = <T,>(_: TemplateStringsArray, ...__: unknown[]) => [] as T[];',
    );
    writeFileSync(join(root, 'packages/server/package.json'), '{ "type": "module" }');
    writeFileSync(join(source, 'queries.ts'), SOURCE);
    const seen = { hasNull: false, hasValue: true };
    saveRecordings(root, [
      {
        text: 'select id, bytes from file where account_id = $1',
        columns: { id: { oid: TEXT, ...seen }, bytes: { oid: INT8, ...seen } },
      },
      {
        text: 'select id, sum(bytes) as bytes from part where account_id = $1',
        columns: { id: { oid: TEXT, ...seen }, bytes: { oid: NUMERIC, ...seen } },
      },
      { text: 'select name from source', columns: { name: { oid: TEXT, hasNull: true, hasValue: true } } },
      { text: 'select id from upload', columns: { id: { oid: TEXT, ...seen } } },
    ]);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('names each statement whose row type differs from the columns returned, and each that no test ran', async () => {
    const report = await verifyRows(root);
    expect(report.statements).toBe(5);
    expect(report.unseen).toEqual(['packages/server/src/queries.ts:8']);
    expect(report.wrong).toEqual([
      expect.stringMatching(/^packages\/server\/src\/queries.ts:5: .*column bytes is string/s),
      expect.stringMatching(/^packages\/server\/src\/queries.ts:6: .*column name is string or null/s),
      expect.stringMatching(/^packages\/server\/src\/queries.ts:7: .*column size is not in the result/s),
    ]);
  });
});
