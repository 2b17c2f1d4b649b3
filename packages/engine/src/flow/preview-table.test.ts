import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { describe, expect, it } from 'vitest';
import { readTable, storeTable } from '../../test/parquet.ts';
import { useBench } from '../../test/use-bench.ts';
import type { FlowInput, TablePreview, TablePreviewRequest } from '../requests.ts';
import { buildResults } from './build-results.ts';
import { previewTable } from './preview-table.ts';

const bench = useBench(async (made) => {
  await storeTable(
    made,
    'in/ads',
    "SELECT 'site ' || (i % 500) AS site, i::BIGINT AS clicks, (i / 4)::DECIMAL(18,2) AS revenue FROM range(2000) r(i)",
  );
});
const column = (name: string, kind: 'string' | 'integer'): Column => ({ name, type: { kind }, nullable: true });
const revenue: Column = { name: 'revenue', type: { kind: 'decimal', precision: 18, scale: 2 }, nullable: true };
const ads: FlowInput = {
  table: 'ads',
  columns: [column('site', 'string'), column('clicks', 'integer'), revenue],
  parts: [{ tableKey: 'in/ads', reportDate: '2026-11-19', filename: 'ads.csv' }],
};
const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
const table = (name: string, duckdb: string, columns: readonly Column[], inputs = ['ads']): PlanTable => ({
  name,
  project: 'a',
  inputs,
  columns,
  closed: true,
  sql: { duckdb },
  position,
});
const COLUMNS = [column('site', 'string'), column('clicks', 'integer'), revenue];
const limits = { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };

const preview = async (
  tables: readonly PlanTable[],
  name: string,
  more: Partial<TablePreviewRequest> = {},
): Promise<TablePreview> => {
  const request = { reportDate: '2026-11-19', tables, inputs: [ads], table: name, rows: 200, limits, ...more };
  return previewTable(request, await bench.context());
};

describe('the preview of a table', () => {
  it.each([
    ['without an order', 'SELECT site, sum(clicks)::BIGINT AS clicks, sum(revenue) AS revenue FROM ads GROUP BY site'],
    ['in its own order', 'SELECT site, clicks, revenue FROM ads ORDER BY clicks DESC'],
  ])('the preview of a table has the first rows of the result that a flow delivers, %s', async (_title, sql) => {
    const tables = [table('daily', sql, COLUMNS)];
    const { rows, total, columns } = await preview(tables, 'daily');
    const flow = {
      reportDate: '2026-11-19',
      tables,
      inputs: [ads],
      outputs: [{ upload: 'u', table: 'daily' }],
      limits,
    };
    const built = await buildResults({ ...flow, prefix: `flow/${_title}`.replaceAll(' ', '-') }, await bench.context());
    const [output] = built.outputs;
    const whole = await readTable(bench, output?.resultKey ?? '');
    expect(total).toBe(output?.rows);
    expect(columns).toEqual(output?.columns);
    expect(rows).toHaveLength(200);
    expect(rows).toEqual(
      whole.slice(0, 200).map((row) => ['site', 'clicks', 'revenue'].map((name) => String(row[name]))),
    );
  });

  it('reads tables of tables and knows the report date', async () => {
    const tables = [
      table('kept', 'SELECT site, clicks FROM ads WHERE clicks < 3', COLUMNS.slice(0, 2)),
      table('daily', "SELECT clicks, getvariable('flow_date')::VARCHAR AS site FROM kept", COLUMNS.slice(0, 2), [
        'kept',
      ]),
    ];
    expect(await preview(tables, 'daily', { rows: 2 })).toMatchObject({
      rows: [
        ['2026-11-19', '0'],
        ['2026-11-19', '1'],
      ],
      total: 3,
    });
  });

  it('names the table, the column and the row of a value that makes the query fail', async () => {
    const tables = [
      table('typed', 'SELECT CAST(site AS BIGINT) AS clicks FROM ads', [column('clicks', 'integer')]),
      table('daily', 'SELECT clicks FROM typed', [column('clicks', 'integer')], ['typed']),
    ];
    const failed = await preview(tables, 'daily').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PipelineError);
    expect(failed).toMatchObject({ code: 'QUERY_FAILED', parameters: { table: 'typed' } });
    expect((failed as Error).message).toContain('column clicks');
    expect((failed as Error).message).toContain('site 0');
  });

  it('ends at its time limit', async () => {
    const sql = 'SELECT a.site, count(*)::BIGINT AS clicks FROM ads a, ads b, ads c, ads d GROUP BY a.site';
    const slow = preview([table('daily', sql, COLUMNS.slice(0, 2))], 'daily', {
      limits: { ...limits, timeoutMs: 300 },
    });
    await expect(slow).rejects.toMatchObject({ code: 'QUERY_TIME' });
  });
});
