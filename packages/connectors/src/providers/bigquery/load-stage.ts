import type { Readable } from 'node:stream';
import { sliceMemory, sliceStream } from '../../delivery/slice-stream.ts';
import { openUpload } from '../../google/resumable-upload.ts';
import { notCutShort } from '../../network/not-cut-short.ts';
import { type BigQuery, ensureTable, finishJob, isRecord, jobReference, textOf, urlOf } from './api.ts';
import { stagedName } from './statements.ts';
import type { Target } from './target.ts';

const PART_BYTES = 8 * 1024 ** 2;
/** A stage that a crash left is deleted by the server after this time. */
const EXPIRES_MS = 24 * 3600_000;

/**
 * Loads rows into a table of their own, by a load job whose data are uploaded with it. Returns how many rows it confirmed.
 * @param lines one JSON object for each row
 */
export async function loadStage(
  api: BigQuery,
  target: Target,
  stage: { readonly name: string; readonly columns: number; readonly now: number },
  lines: Readable,
): Promise<number> {
  const { dataset } = target;
  const { signal } = api.context;
  const fields = Array.from({ length: stage.columns }, (_, index) => ({ name: stagedName(index), type: 'STRING' }));
  const expirationTime = String(stage.now + EXPIRES_MS);
  // One that is created after it was dropped would stay.
  await notCutShort(signal, (own) => {
    const context = { ...api.context, signal: own };
    return ensureTable({ ...api, context }, dataset, stage.name, { schema: { fields }, expirationTime });
  });
  const jobId = `${stage.name}_load`;
  const load = {
    destinationTable: { projectId: api.project, datasetId: dataset, tableId: stage.name },
    sourceFormat: 'NEWLINE_DELIMITED_JSON',
    schema: { fields },
    writeDisposition: 'WRITE_EMPTY',
    createDisposition: 'CREATE_NEVER',
    maxBadRecords: 0,
  };
  const resource = { jobReference: jobReference(api, jobId), configuration: { load } };
  const contentType = 'application/octet-stream';
  const upload = await openUpload(
    api.access,
    { url: urlOf(api, '/jobs', '/upload'), resource, contentType },
    api.context,
  );
  const memory = sliceMemory(PART_BYTES);
  const pieces = sliceStream(lines, PART_BYTES, memory);
  try {
    signal.throwIfAborted();
    let held: Buffer | null = null;
    for await (const next of pieces) {
      signal.throwIfAborted();
      if (held !== null) {
        await upload.send(held);
        memory.giveBack(held);
      }
      held = next;
    }
    await upload.finish(held ?? Buffer.alloc(0));
  } catch (error) {
    await upload.cancel();
    throw error;
  } finally {
    await pieces.return(undefined).catch(() => undefined);
  }
  const { load: loaded } = await finishJob(api, jobId);
  return Number(textOf(isRecord(loaded) ? loaded['outputRows'] : ''));
}
