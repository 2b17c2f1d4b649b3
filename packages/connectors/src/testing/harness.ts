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

/** Opens a destination for the suite. */
export type OpenHarness = () => Promise<Harness>;

/** Gives the key and the folders of an example; none without a call. */
type GiveExample = (key: KeyProperties | null, folders?: ConnectorContext['folders']) => void;

/** Opens a source for the running test. Returns the parameters that read its one file: "a,b", "1,2". */
export type OpenExample = (give: GiveExample) => Promise<Parameters>;

/** A source on a server of this machine, which holds one report. */
export type TestSource = {
  /** Where the server listens. */
  readonly port: number;
  /** The parameters and key of a declaration that reads the report, from the server or from another port. */
  declare(port: number): { readonly parameters: Parameters; readonly key: KeyProperties | null };
  close(): Promise<void>;
};

export type OpenReport = () => Promise<TestSource>;

/** Faults of the other end, and the words of the reference for them. */
export const CASES = {
  refused: 'refuses connections',
  silent: 'is silent',
  cut: 'is cut in the middle',
  'wrong-key': 'rejects the key',
  missing: 'has no such name',
  denied: 'does not permit it',
  full: 'is full',
  killed: 'we are killed before and after the commit',
} as const;
export type Case = keyof typeof CASES;

/** The other end of a connector in the tests, as the reference shows it. */
export type TestServer = {
  /** Whether the suites of broken connections leave it out: its own tests break them, or it has none. */
  readonly isApart?: true;
  /** Whether the suites leave its destination out: only a real server, for which the run must ask, takes rows. */
  readonly takesNoRows?: boolean;
  /** Server at the other end in `npm test`. */
  readonly server: string;
  /** Servers of others that the same tests were run against, with the command. */
  readonly others: readonly string[];
  /** Why a case does not exist, or is without a test. */
  readonly without: Partial<Record<Case, string>>;
};

/** The exports of a `harness.ts`. */
export type ConnectorHarness = {
  readonly testServer: TestServer;
  /** Present where there is a destination. */
  readonly openHarness?: OpenHarness;
  /** Present where there is a source. */
  readonly example?: OpenExample;
  /** Present where the suites break the server of the source. */
  readonly openReport?: OpenReport;
};
