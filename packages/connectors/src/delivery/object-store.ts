import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Delivered, DeliveryContext, DeliveryRequest } from '../spec.ts';
import { type DeliveryTarget, deliver, type StagedResult } from './deliver.ts';
import { faultMidway } from './fault-midway.ts';
import { fileStages, throughStages } from './file-form.ts';
import type { LedgerEntry } from './ledger.ts';
import { readSize } from './read-size.ts';

/**
 * The stages of a store of whole objects (files, blobs). An object is replaced as a whole, together with its ledger entry.
 * `Place` is what `prepare` opened, such as a bucket.
 */
export type ObjectStages<Place, Held extends LedgerEntry> = Pick<
  DeliveryTarget<Held>,
  'destination' | 'translateError'
> & {
  /** Makes the place ready before its ledger is read. */
  prepare(): Promise<Place>;
  readLedger(place: Place): Promise<Held | null>;
  exists(place: Place): Promise<boolean>;
  /**
   * Writes the content to its end beside the object. `open` starts to read it: called once, when there is somewhere to
   * write to. `held` is what `readLedger` found.
   */
  write(place: Place, open: () => Readable, held: Held | null): Promise<StagedResult>;
  /** Removes what crashed attempts left. */
  sweep(place: Place): Promise<void>;
};

/** Delivers a result as one object, in the form that the parameters ask for. Throws as `deliver` does, and PARAMETER_INVALID. */
export async function deliverObject<Place, Held extends LedgerEntry>(
  request: DeliveryRequest,
  context: DeliveryContext,
  stages: ObjectStages<Place, Held>,
): Promise<Delivered> {
  // Refuses a form that cannot be made before anything is written.
  for (const stage of fileStages(request)) stage.destroy();
  const { destination } = stages;
  let sweep = async (): Promise<void> => undefined;
  return deliver<Held>(request, context, {
    destination,
    translateError: (error) => stages.translateError(error),
    sweep: () => sweep(),
    async withRound(work) {
      const place = await stages.prepare();
      sweep = () => stages.sweep(place);
      return work({
        readLedger: () => stages.readLedger(place),
        exists: () => stages.exists(place),
        async write(held) {
          const { path, bytes } = request.content;
          const opened: Readable[] = [];
          const open = (): Readable => {
            const file = createReadStream(path, { highWaterMark: readSize(bytes) });
            const body = throughStages(file, [faultMidway(bytes, context), ...fileStages(request)], context.signal);
            opened.push(body, file);
            return body;
          };
          try {
            return await stages.write(place, open, held);
          } finally {
            for (const stream of opened) stream.destroy();
          }
        },
      });
    },
  });
}
