import { createReadStream } from 'node:fs';
import { fillTemplate, type ParameterSpec, type Parameters, PipelineError } from '@switchboard/model';
import { readParameters } from '../../fields.ts';
import { FILE_FORM_PARAMETERS, fileFormat, fileStages, throughStages } from '../../file-form.ts';
import { judgeDelivery, refuseCancelled, refuseEmpty } from '../../ledger.ts';
import { midway } from '../../midway.ts';
import type {
  ConnectorContext,
  Delivered,
  DeliveryContext,
  DeliveryRequest,
  DestinationConnector,
} from '../../spec.ts';
import { accessOf } from './access.ts';
import { type Bucket, type HeldObject, openBucket } from './bucket.ts';
import { S3Failure, s3DestinationFailure, WriteUnknown } from './failures.ts';
import { heldFence, nextFences } from './fences.ts';
import { type Place, placeOf } from './place.ts';
import type { WriteCondition } from './write-object.ts';

export const S3_DESTINATION_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'path',
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Where the object goes: s3://bucket/path. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name.',
  },
  ...FILE_FORM_PARAMETERS,
];

/** How often a delivery begins again because somebody else wrote the object meanwhile. */
const ROUNDS = 4;
/** An upload that was not finished within a day never will be. */
const ABANDONED_MS = 24 * 3600_000;

/**
 * Objects of Amazon S3 and its like. The object itself carries the fences of what it holds, and replaces its predecessor
 * in one conditional request: a slower, older attempt finds another object than it looked at, and is refused.
 */
export const s3Destination: DestinationConnector = { formatOf: fileFormat, describe, deliver };

function describe(parameters: Parameters, name: string, reportDate: string | null): string {
  const { path } = parameters;
  const filled = fillTemplate(typeof path === 'string' ? path : '', reportDate, { name });
  return `s3 · ${filled.replace(/^s3:\/\//, '')}`;
}

async function deliver(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  refuseEmpty(request);
  if (request.mode === 'append' || request.mode === 'upsert')
    readParameters(request.name, request.parameters).refuse(
      'mode',
      'cannot be used with objects, which are replaced as a whole; use replace_date or truncate',
    );
  const place = placeOf(request, request.reportDate);
  for (const stage of fileStages(request)) stage.destroy();
  const access = accessOf(request.name, request.key);
  try {
    context.signal.throwIfAborted();
    const bucket = await openBucket(access, place.bucket, context.egress);
    const outcome = await replaceObject(bucket, place, request, context);
    await sweep(bucket, place.key, context);
    const { rows } = request.content;
    return { rows, destination: describe(request.parameters, request.name, request.reportDate), ...outcome };
  } catch (error) {
    context.signal.throwIfAborted();
    throw s3DestinationFailure(error, access, {
      name: request.name,
      key: request.key?.name ?? '',
      bucket: place.bucket,
    });
  }
}

type Outcome = Pick<Delivered, 'bytes' | 'alreadyDelivered'>;

/** Looks at what is there, writes on the condition that it still is, and begins again when it no longer was. */
async function replaceObject(
  bucket: Bucket,
  { key }: Place,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<Outcome> {
  let failure: unknown = null;
  let conditional = true;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const held = await bucket.head(key, context.signal);
    const verdict = judgeDelivery(request.fence, held === null ? null : heldFence(request, held.metadata));
    if (verdict === 'superseded') throw superseded(request);
    if (verdict === 'already') return { bytes: held?.bytes ?? 0, alreadyDelivered: failure === null };
    refuseCancelled(request);
    if (failure instanceof WriteUnknown) throw failure;
    try {
      const condition: WriteCondition = conditional ? seen(held) : 'any';
      const { bytes } = await writeContent(bucket, key, request, context, condition, held);
      return { bytes, alreadyDelivered: false };
    } catch (error) {
      context.signal.throwIfAborted();
      if (!mayHaveChanged(error)) throw error;
      if (error instanceof S3Failure && error.kind === 'unsupported') conditional = false;
      failure = error;
    }
  }
  throw failure;
}

/** Whether only another look can tell what stands there: it changed, the answer was lost, or conditions are not known. */
function mayHaveChanged(error: unknown): boolean {
  if (error instanceof WriteUnknown) return true;
  if (!(error instanceof S3Failure)) return false;
  // An object that is gone answers a condition on it as if it had never been.
  return error.kind === 'condition' || error.kind === 'unsupported' || error.code === 'NoSuchKey';
}

const seen = (held: HeldObject | null): WriteCondition => (held === null ? 'absent' : { etag: held.etag });

async function writeContent(
  bucket: Bucket,
  key: string,
  request: DeliveryRequest,
  context: DeliveryContext,
  condition: WriteCondition,
  held: HeldObject | null,
): Promise<{ readonly bytes: number }> {
  const { path, bytes } = request.content;
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const body = throughStages(file, [midway(bytes, context), ...fileStages(request)], context.signal);
  try {
    return await bucket.write(key, body, {
      signal: context.signal,
      condition,
      beforeLast: async () => {
        await context.fault('before-swap');
        await context.beforeCommit();
      },
      metadata: await nextFences(request, held?.metadata ?? {}),
      contentType: 'application/octet-stream',
      expectedBytes: bytes,
    });
  } finally {
    body.destroy();
    file.destroy();
  }
}

/** Throws away what crashed attempts left. The delivery stands whatever becomes of this, and not every key may do it. */
async function sweep(bucket: Bucket, key: string, context: ConnectorContext): Promise<void> {
  const before = context.now() - ABANDONED_MS;
  await bucket.abortUploads((other) => other === key, key, before, context.signal).catch(() => undefined);
}

const superseded = (request: DeliveryRequest): PipelineError =>
  new PipelineError('DESTINATION_SUPERSEDED', { name: request.name, date: request.reportDate ?? 'all dates' });
