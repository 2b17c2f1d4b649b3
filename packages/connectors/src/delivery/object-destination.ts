import type { Readable } from 'node:stream';
import { type ConnectorSpec, describeDestination } from '@switchboard/model/catalog';
import type { ObjectPlace } from '../listing/object-place.ts';
import type { StoredObject } from '../listing/object-source.ts';
import type { ParameterReader } from '../parameters/read-parameters.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../spec.ts';
import type { DeliveryTarget, StagedResult } from './deliver.ts';
import { fileFormat } from './file-form.ts';
import type { LedgerEntry } from './ledger.ts';
import { heldFence, nextFences, type ObjectMetadata } from './object-fences.ts';
import { deliverObject } from './object-store.ts';

/** An object without its bytes. */
export type DescribedObject = StoredObject & { readonly metadata: ObjectMetadata };

/** The steps of one delivery to a store. `Bucket` is what it opened. */
export type ObjectWriter<Bucket> = Pick<DeliveryTarget, 'translateError'> & {
  open(): Promise<Bucket>;
  /** Null when there is no such object. */
  find(bucket: Bucket, key: string): Promise<DescribedObject | null>;
  /**
   * Writes an object beside the one that is there, whose version the commit is conditional on.
   * @param held version of the object that is replaced; null where there must be none
   * @param metadata of the object that is written
   */
  stage(
    bucket: Bucket,
    key: string,
    body: Readable,
    replaced: { readonly held: string | null; readonly metadata: ObjectMetadata },
  ): Promise<StagedResult>;
  /** Removes what crashed attempts left of an object. Absent where the store does it. */
  sweep?(bucket: Bucket, key: string): Promise<void>;
};

export type ObjectStore<Bucket> = {
  readonly connector: ConnectorSpec;
  /** The word of the store for its objects. */
  readonly noun: string;
  readonly parameters: {
    read(name: string, parameters: DeliveryRequest['parameters']): Pick<ParameterReader, 'refuse'>;
  };
  placeOf(request: DeliveryRequest, reportDate: string | null): ObjectPlace;
  /** @param bucket its name */
  writer(request: DeliveryRequest, bucket: string, context: DeliveryContext): ObjectWriter<Bucket>;
};

/** The ledger entry of an object that does not hold this upload and report date. */
const NO_ENTRY: LedgerEntry = { fence: null, epoch: 0, sha256: null };

/**
 * The destination of an object store. The object itself carries the fences of what it holds, and replaces its predecessor in one
 * request on the condition of its version: an attempt that another one overtook is refused.
 */
export function objectDestination<Bucket>(store: ObjectStore<Bucket>): DestinationConnector {
  return { formatOf: fileFormat, deliver: (request, context) => deliverTo(store, request, context) };
}

async function deliverTo<Bucket>(
  { connector, noun, parameters, placeOf, writer }: ObjectStore<Bucket>,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<Delivered> {
  const { refuse } = parameters.read(request.name, request.parameters);
  if (request.mode === 'append' || request.mode === 'upsert')
    refuse('mode', `cannot be used with ${noun}, which are replaced as a whole; use replace_date or truncate`);
  const place = placeOf(request, request.reportDate);
  const { translateError, open, find, stage, sweep } = writer(request, place.bucket, context);
  return deliverObject(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError,
    prepare: open,
    async readLedger(bucket) {
      const held = await find(bucket, place.key);
      return held === null ? null : { ...held, ...(heldFence(request, held.metadata) ?? NO_ENTRY) };
    },
    exists: async (bucket) => (await find(bucket, place.key)) !== null,
    async write(bucket, content, held) {
      const metadata = await nextFences(request, held?.metadata ?? {});
      return stage(bucket, place.key, content(), { held: held?.version ?? null, metadata });
    },
    sweep: async (bucket) => sweep?.(bucket, place.key),
  });
}
