import type { Severity } from '../events.ts';

/**
 * Retry behaviour after a failure.
 * transient: try again with backoff; authentication: the key is suspended; permanent: failed at once;
 * internal: our own fault, tried again like a transient one and reported.
 */
export type ErrorClass = 'transient' | 'authentication' | 'permanent' | 'internal';

/** Consequences of a failure by its class. */
export const ERROR_CLASSES: Readonly<Record<ErrorClass, string>> = {
  transient: 'tried again with growing pauses, up to the retry limit',
  authentication: 'the key is suspended, and what depends on it waits until the key is unsuspended',
  permanent: 'failed at once: trying again would give the same answer',
  internal: 'our own fault: tried again like a transient one, and reported',
};

/**
 * Where the cause of a failure lies. Of `script` and `data` a line of the script is responsible: its query, its parameters, or
 * the column that rejects the rows. All other causes lie outside the script.
 */
export type FailureOrigin = 'script' | 'data' | 'file' | 'provider' | 'key' | 'destination' | 'input' | 'installation';

/** Presentation of a download's or upload's failure. */
export type FailureRow = {
  /** The failure in a few words. */
  readonly title: string;
  /** Advice for failures with this code. Derived from the advice of the message when left out. */
  readonly action?: string;
  readonly origin: FailureOrigin;
  /** Why it fails. */
  readonly meaning: string;
  /** Parameters of the declaration that may be at fault, the likeliest first. */
  readonly parameters?: readonly string[];
};

/** An error: its message in parts, its consequences and, where a download or an upload can fail with it, how that is shown. */
export type ErrorRow = {
  /** Text of the message, with `{name}` parameters. */
  readonly text: string;
  /** Advice on the fix, without the full stop. */
  readonly advice?: string;
  /** Continuation of the advice when the key was suspended for the failure. */
  readonly unsuspend?: string;
  /** The condition of the next try. */
  readonly retryWhen?: string;
  readonly class: ErrorClass;
  /** `error` when left out. */
  readonly severity?: Severity;
  /** HTTP status where the error answers a request. */
  readonly http?: number;
} & (FailureRow | { readonly [field in keyof FailureRow]?: undefined });

/** Advice about a rejected key. Useless for one that is just being entered. */
export const REJECTED_KEY_ADVICE = 'Reconnect or edit the key';

export const RETRY_LATER = 'Retry once it answers again.';
export const DELIVER_AGAIN = 'Ask for the file to be delivered again, then retry.';
export const FIX_KEY =
  'Edit or reconnect the key, then unsuspend it: what waits for it goes on by itself. Retry what has failed.';
export const CHANGE_QUERY = 'Change the table in the script and publish it, then retry.';
export const CONTACT = 'Retry; contact support if it fails again.';

export const PROVIDER_FAILED =
  'The other side did not give what was asked for. Nothing in the script has to change: the same request can succeed later.';
export const KEY_FAILED =
  'The other side does not accept the key, or the key is suspended, so that no request is made with it. The script only names the key.';
export const FILE_FAILED = 'The file that was delivered cannot be read. The script would read a correct file.';
export const DESTINATION_FAILED = 'The rows are ready, but the destination did not take them. Its data is unchanged.';
export const INSTALLATION_FAILED = 'Something failed in Switchboard itself, neither in the script nor in the data.';
export const ROWS_DIRTY =
  'Rows are dirty when a value does not fit the type of its column, or is empty where the column is not null. Dirty rows are rejected and kept; good rows go on.';
