import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deliverUpload, fetchSource, loadPart } from '@switchboard/engine';
import { benchEngine } from '../engine.ts';
import { AD_COLUMNS } from '../ingest/ad-file.ts';
import { measure } from '../measure.ts';
import { uploadRequest } from '../upload-request.ts';

/**
 * A process of its own, so that nothing else counts as its memory: fetches a report and loads it, then uploads a result of as
 * many rows. Arguments: a folder, the report's address, and `upload` unless the load is all. Prints what it measured as JSON.
 */
export type StreamWork = {
  readonly rows: number;
  readonly steps: readonly { readonly name: string; readonly seconds: number; readonly peakBytes: number }[];
};

const [, , folder = '', url = '', uploads = ''] = process.argv;
const engine = await benchEngine(folder);
const { context, root } = engine;
const steps: StreamWork['steps'][number][] = [];
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { value, seconds, peakBytes } = await measure(work);
  steps.push({ name, seconds, peakBytes });
  return value;
}
try {
  const parameters = { type: 'http', url, format: 'csv' };
  const fetched = await step('fetch', () =>
    fetchSource(
      {
        source: { name: 'ads', connector: 'http', parameters },
        key: null,
        reportDate: null,
        state: null,
        prefix: 'acct/1/raw',
      },
      context,
    ),
  );
  if (fetched.kind !== 'fetched') throw new Error('The report was not fetched.');
  const table = { name: 'ads', schema: { columns: AD_COLUMNS, rest: false }, keepsLineNumbers: false };
  const loaded = await step('load', () =>
    loadPart({ name: 'ads', table, parameters, files: fetched.files, prefix: 'acct/1/load' }, context),
  );
  await rm(join(root, 'store', 'acct/1/raw'), { recursive: true });
  if (uploads !== '') {
    const resultKey = loaded.tables[0]?.tableKey ?? '';
    const request = uploadRequest({
      connector: 'file',
      parameters: { path: 'ads.csv.gz' },
      mode: 'truncate',
      key: null,
      resultKey,
      columns: AD_COLUMNS,
      rows: loaded.rows,
      fence: 1,
    });
    // As between two attempts of the server's.
    await rm(context.scratch, { recursive: true });
    await mkdir(context.scratch);
    await step('upload', () => deliverUpload(request, context));
  }
  const answer: StreamWork = { rows: loaded.rows, steps };
  console.log(JSON.stringify(answer));
} finally {
  await engine.stop();
  await rm(root, { recursive: true });
}
