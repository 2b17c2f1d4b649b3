import type { Parameters, UploadMode } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/** A row as its destination holds it: texts in the order of the columns, null for null. */
export type HeldRow = readonly (string | null)[];

/** One empty place of a destination, such as a table or a path. */
export type Place = {
  /** The parameters of a declaration that delivers there in a mode. */
  parameters(mode: UploadMode): Parameters;
  /** The rows it holds of a report date, in any order, without columns that the destination added. */
  rows(columns: readonly string[], reportDate: string): Promise<readonly HeldRow[]>;
  /** The names of objects that unfinished deliveries left there. */
  leftovers(): Promise<readonly string[]>;
};

/** A destination made ready for tests, on a real server or disk of this machine. */
export type Harness = {
  readonly key: KeyProperties | null;
  /** Keys that the other side refuses; none where it takes no key. */
  readonly wrongKeys: readonly KeyProperties[];
  readonly folders: ConnectorContext['folders'];
  /** Columns of every type, where the destination does not take the names of EVERY_TYPE. */
  readonly everyType?: readonly Column[];
  /** One spelling for values of which the destination keeps less than others, in place of that of EVERY_TYPE. */
  readonly sameSpelling?: (columns: readonly Column[], row: HeldRow) => HeldRow;
  /** Where its server listens on this machine, and the key that leads to another port; absent for a disk. */
  readonly server?: { readonly port: number; keyTo(port: number): KeyProperties };
  /** @param name letters, digits and `_`, another one for each place */
  place(name: string): Promise<Place>;
  close(): Promise<void>;
};

/** A key with some of its properties replaced. */
export const changeKey = (key: KeyProperties, properties: KeyProperties['properties']): KeyProperties => ({
  ...key,
  properties: { ...key.properties, ...properties },
});

/** Opens a destination for the suite: `openHarness` of its `harness.ts`. */
export type OpenHarness = () => Promise<Harness>;
