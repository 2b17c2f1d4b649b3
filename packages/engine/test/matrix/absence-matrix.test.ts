import { PipelineError } from '@switchboard/model/errors/errors';
import { FILE_FORMATS } from '@switchboard/model/file-formats';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchSource } from '../../src/download/fetch/fetch.ts';
import { loadPart } from '../../src/download/load/load.ts';
import { column } from '../load-file.ts';
import { useBench } from '../use-bench.ts';
import { ABSENCES, type AbsentFile, absentFiles, type Outcome } from './absent-files.ts';
import { type Carrier, openTransports, TRANSPORTS, type Transport } from './transports.ts';

const bench = useBench();
let carrier: Carrier;
beforeAll(async () => {
  carrier = await openTransports(bench.folder);
});
afterAll(() => carrier.close());

const COLUMNS = [column('id', 'integer'), column('name', 'string')];
let loads = 0;

/** Fetches a file by a transport and loads it, as a download does. */
async function outcomeOf(file: AbsentFile, transport: Transport): Promise<Outcome> {
  loads += 1;
  const { connector, parameters, key, context } = await carrier.deliver(
    transport,
    `report.${file.format}`,
    file.content,
  );
  const all = { ...parameters, ...file.parameters };
  const work = await bench.context(context);
  try {
    const fetched = await fetchSource(
      {
        source: { name: 'ads', connector, parameters: all },
        key,
        reportDate: null,
        state: null,
        prefix: `raw/${loads}`,
      },
      work,
    );
    if (fetched.kind !== 'fetched') throw new Error('expected files');
    expect(fetched.files).toHaveLength(1);
    const table = { name: 'ads', schema: { columns: COLUMNS, rest: false }, keepsLineNumbers: false };
    const { rows, dirtyRows } = await loadPart(
      { name: 'ads', table, parameters: all, files: fetched.files, prefix: `load/${loads}` },
      work,
    );
    return dirtyRows > 0 ? { kind: 'dirty', rows, dirty: dirtyRows } : { kind: 'right', rows };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    return { kind: 'error', code: error.code };
  }
}

const files = await absentFiles();
const cells = files.flatMap((file) => TRANSPORTS.map((transport) => ({ file, transport })));
/** A run takes one of so many parts of the matrix. */
const SHARES = 7;
const found = new Map<string, Outcome>();

const shown = (outcome: Outcome | undefined): string => {
  if (outcome === undefined) return '';
  return outcome.kind === 'error'
    ? outcome.code
    : outcome.kind === 'dirty'
      ? `${outcome.dirty} dirty`
      : `${outcome.rows} rows`;
};

afterAll(() => {
  const lines = FILE_FORMATS.flatMap((format) =>
    ABSENCES.map((absence) => {
      const outcomes = TRANSPORTS.map((transport) => shown(found.get(`${format} ${absence} ${transport}`))).filter(
        Boolean,
      );
      return `${format.padEnd(8)}${absence.padEnd(26)}${[...new Set(outcomes)].join(', ').padEnd(34)}${outcomes.length} of ${TRANSPORTS.length}`;
    }),
  );
  process.stdout.write(`${lines.join('\n')}\n${found.size} of ${cells.length} cells\n`);
});

describe('the matrix of absence', () => {
  it.each(
    sampleCells(cells, SHARES).map(({ file, transport }) => [file.format, file.absence, transport, file] as const),
  )(
    '%s with %s by %s is right, dirty or an error, and none is completed without rows but a true empty one',
    async (format, absence, transport, file) => {
      const outcome = await outcomeOf(file, transport);
      found.set(`${format} ${absence} ${transport}`, outcome);
      if (file.rows === null) expect(outcome.kind).not.toBe('right');
      else expect(outcome).toEqual({ kind: 'right', rows: file.rows });
    },
  );

  it('covers every format, way and transport', () => {
    expect(cells).toHaveLength(9 * 13 * 6);
  });
});
