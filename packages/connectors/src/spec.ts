import type { Readable } from 'node:stream';
import type { ConnectorSpec } from '@switchboard/model/catalog';
import type { Fault } from '@switchboard/model/faults';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import type { Parameters, PlanValue, UploadMode } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { Egress } from './network/egress.ts';

/**
 * The context of every connector call. Connectors read nothing from the process or the clock.
 * See docs/design/connectors.md.
 */
export type ConnectorContext = {
  readonly egress: Egress;
  /** Aborted when the work was cancelled or its lease lost: sockets are closed at once. */
  readonly signal: AbortSignal;
  readonly fault: Fault;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Waits some milliseconds, and throws the signal's reason when it is aborted. Timers of Node without it. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Length of one part of a long object, in bytes. By default what suits the store. */
  readonly partBytes?: number;
  /** Bytes moved since the last call. */
  readonly onBytes: (bytes: number) => void;
  /** How far the trial of a key has come. Absent outside of trials. */
  readonly onTrial?: (progress: TrialProgress) => void;
  /** Absolute folders below which `file` sources may read and `file` destinations may write. */
  readonly folders: { readonly read: readonly string[]; readonly write: readonly string[] };
  /** Assumes the roles of keys of type `aws_role`. Absent where the installation has none. */
  readonly awsIdentity?: AwsIdentity;
  /** Mail that the account received. Absent where nothing is read from it. */
  readonly mail?: MailFiles;
};

/** The other side has accepted the key, or has said whether the key may list a place. */
export type TrialProgress =
  | { readonly step: 'signed_in' }
  | { readonly step: 'listed'; readonly place: string; readonly isAllowed: boolean };

/** The access key at AWS that the installation itself has. */
export type AwsIdentity = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** A file of a mail that an account received. */
export type MailFile = {
  readonly mailId: string;
  /** The path that a rule gave the mail. */
  readonly path: string;
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly received: number;
  readonly kind: 'attachment' | 'text' | 'html';
  /** No other file of the mail has it. */
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** As the mail says, in lower case. */
  readonly contentType: string;
};

/** The received mail of one account. */
export type MailFiles = {
  /**
   * Files of the mails at a path, and at the paths below it with `below`, by the time of receipt. `since` is in epoch
   * milliseconds, null for all.
   */
  list(place: {
    readonly path: string;
    readonly below: boolean;
    readonly since: number | null;
    readonly limit: number;
  }): Promise<readonly MailFile[]>;
  /** A file of a mail that has a path; null when there is none. */
  open(
    mailId: string,
    name: string,
  ): Promise<(Pick<MailFile, 'path' | 'bytes' | 'sha256'> & { readonly read: () => Promise<Readable> }) | null>;
};

/** A stored key's properties, decrypted for this call only. */
export type KeyProperties = {
  readonly name: string;
  /** Name of its key type. */
  readonly type: string;
  readonly properties: KeyValues;
  /** Access tokens of a key that was connected by OAuth. Without it, `properties` has the token to use. */
  readonly access?: KeyAccess;
};

/** The access tokens of an open key. They count as its secrets. */
export type KeyAccess = {
  /** A token that is valid for the next minutes. Refreshes it when it is about to end. */
  current(): Promise<string>;
  /** Obtains another token after the provider has rejected the current one. False when there is none. */
  renew(): Promise<boolean>;
};

export type SourceRequest = {
  /** The declaration's name, for messages. */
  readonly name: string;
  readonly parameters: Parameters;
  readonly key: KeyProperties | null;
  /** yyyy-MM-dd; null for a source without dates. */
  readonly reportDate: string | null;
  /** The state that the previous call returned with `requested`; null on the first call. */
  readonly state: PlanValue | null;
  /** The files to fetch, in this order. Always set for a source that can `list`. */
  readonly files?: readonly WantedFile[];
};

/** A file by its path, as it was when it was listed. */
export type WantedFile = {
  readonly path: string;
  readonly size: number | null;
  /** Epoch milliseconds. */
  readonly modified: number | null;
  readonly checksum: string | null;
};

/** A file as a listing shows it. */
export type ListedFile = WantedFile & {
  /** Names it within the source: `fetch` finds it again by this, and people see it. At most 1024 bytes. */
  readonly path: string;
  /** Its path below the folder that the declaration names: what `pattern` and `regex` match. */
  readonly relative: string;
  /** A checksum that the other side gives (an etag, a hash). Such a file is complete; others may still grow. */
  readonly checksum: string | null;
  /** The report date whose place it was listed at; null when the declaration's place holds no date. */
  readonly reportDate: string | null;
  /** Subject of the mail that brought it; absent for files of other sources. */
  readonly subject?: string;
  /** Names its content: the path of the file that a link leads to, or a hash. Files that have it in common count once; absent: its path. */
  readonly content?: string;
  /** Names what a mail delivers. Of files that have it in common the latest counts; absent: its path. */
  readonly delivery?: string;
};

export type ListRequest = Pick<SourceRequest, 'name' | 'parameters' | 'key'> & {
  /** The report dates of interest, where the declared place holds a date; null for a source without dates. */
  readonly dates: readonly string[] | null;
};

/** Digits of a decimal: those it has in all, and those behind the point; null where only the values say. */
export type DecimalDigits = { readonly precision: number; readonly scale: number } | null;

/** One raw file as the provider gives it. The consumer reads `body` to its end, or destroys it. */
export type SourceFile = {
  readonly filename: string;
  /** Where it came from, without secrets. */
  readonly url: string;
  readonly body: Readable;
  /** Byte length promised by the other side; null when it promised none. */
  readonly expectedBytes: number | null;
  readonly contentType: string | null;
  /** Columns of CSV whose numbers are decimals at the other side, by their names. */
  readonly decimals?: Readonly<Record<string, DecimalDigits>>;
};

export type SourceAnswer =
  /** The provider is still making the report: ask again, with `state`, after some seconds. */
  | {
      readonly kind: 'requested';
      readonly state: PlanValue;
      readonly checkAfterSeconds: number;
      /** The provider's id of the report. */
      readonly handle?: string;
    }
  /** Files in a fixed order; empty only when the source says that there is no file, never on failure. */
  | { readonly kind: 'files'; readonly files: AsyncIterable<SourceFile> };

export type SourceConnector = {
  /**
   * Lists the files of a file-like source: every file at the declared place, perhaps more than `pattern` or `regex` take; in any order.
   * Empty only when the other side says that there is none, never on failure.
   */
  list?(request: ListRequest, context: ConnectorContext): Promise<readonly ListedFile[]>;
  /** Fetches the data. With `files`, throws SOURCE_FILE_MISSING for a missing file, SOURCE_FILE_CHANGED for one that differs from its listing. */
  fetch(request: SourceRequest, context: ConnectorContext): Promise<SourceAnswer>;
};

/** `csv.gz`: the CSV packed already, for a destination that sends it on as it is. */
export type ContentFormat = 'csv' | 'csv.gz' | 'parquet';

/** A complete result, on the local disk, ready to send. */
export type Content = {
  readonly format: ContentFormat;
  /** Absolute path of the complete file. CSV, perhaps packed with gzip: header line, RFC 4180, null is empty, an empty text is "". */
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  /** Hex. Equal content has an equal hash. It may still be computed while the content is on its way. */
  readonly sha256: string | Promise<string>;
};

export type DeliveryRequest = {
  readonly accountId: string;
  /** The upload's name, for messages and the destination's ledger. */
  readonly name: string;
  readonly unitId: string;
  readonly attempt: number;
  /**
   * Rises with every newer result of the same upload and report date; a destination refuses a lower one than it has
   * (DESTINATION_SUPERSEDED) and treats an equal one of equal content as delivered already.
   */
  readonly fence: number;
  /**
   * The history of the database that gave the fence, which ends when a backup is restored. Fences of an earlier history
   * do not count, and a destination that holds a result of a later one refuses (DESTINATION_OF_LATER_HISTORY).
   */
  readonly epoch: number;
  readonly purpose: string;
  readonly parameters: Parameters;
  readonly mode: UploadMode;
  readonly key: KeyProperties | null;
  readonly reportDate: string | null;
  /** Its rows are kept from report date to report date: a newer result holds those of the older ones, whatever their dates. */
  readonly isSnapshot: boolean;
  readonly columns: readonly Column[];
  readonly content: Content;
  /**
   * Content without rows replaces what is there. Otherwise, and in modes that replace nothing, it is refused: RESULT_EMPTY, whose
   * parameter `held` is 1 where the destination holds rows of an earlier result.
   */
  readonly mayBeEmpty?: boolean;
  /** It has no rows, and nothing else says the types of its columns: no table or column is made of it. EMPTY_RESULT_UNTYPED. */
  readonly isUntyped?: boolean;
  /**
   * A person has cancelled it while an attempt may have been delivering it: only check whether the destination has this
   * result. DELIVERY_CANCELLED when it does not.
   */
  readonly isCancelRequested: boolean;
};

export type DeliveryContext = ConnectorContext & {
  /** Awaited when columns were added to the table of the destination, which stay there whatever happens to the delivery. */
  readonly onColumnsAdded?: ((names: readonly string[]) => Promise<void>) | undefined;
  /**
   * Awaited when everything is ready, right before the one step that commits the result: from then on it may
   * have been delivered. Throws when another attempt has taken over, or a person has cancelled it.
   */
  readonly beforeCommit: () => Promise<void>;
  /**
   * Present for test runs: awaited before anything is written. Throws TEST_TARGET_NOT_MADE_BY_TESTS unless tests made what is in the
   * place, or nothing is there.
   */
  readonly claimTarget?: ((exists: () => Promise<boolean>) => Promise<void>) | undefined;
};

export type Delivered = Pick<Content, 'rows' | 'bytes'> & {
  /** Where it went, as shown to people. */
  readonly destination: string;
  /** True when the destination had this result already (an earlier attempt's commit whose answer was lost). */
  readonly alreadyDelivered: boolean;
};

/** A destination's record of the newest result that it holds for an upload and report date, and what stands there. */
export type HeldResult = {
  readonly fence: number | null;
  /** 0 where it was recorded without. */
  readonly epoch: number;
  /** Rows as the record has them; null where it has no number. */
  readonly rows: number | null;
  /**
   * The count of the place; null where it shows none. `ofDate`: the report date's own rows or file, which other
   * dates do not replace.
   */
  readonly standing: { readonly what: 'rows' | 'bytes'; readonly count: number; readonly ofDate: boolean } | null;
};

export type DestinationConnector = {
  /** The format in which it takes the rows. */
  formatOf(parameters: Parameters): ContentFormat;
  /** Atomic and repeatable: afterwards the destination holds exactly this result for the report date. */
  deliver(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered>;
  /**
   * Reads the record of the newest result, and changes nothing; null when there is none. The request's content is not read. Absent where
   * the record cannot be read apart from a delivery.
   * @param counts also counts what stands there
   */
  readHeld?(request: DeliveryRequest, context: DeliveryContext, counts: boolean): Promise<HeldResult | null>;
};

/** A connector: its description, and its code, which is loaded on first use. */
export type Connector = ConnectorCode & { readonly spec: ConnectorSpec };

export type ConnectorCode = {
  readonly source?: () => Promise<SourceConnector>;
  readonly destination?: () => Promise<DestinationConnector>;
};
