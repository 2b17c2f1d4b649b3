import type { Severity } from '../events.ts';
import { DESTINATION_ERRORS } from './destination-errors.ts';
import { type ErrorClass, type ErrorRow, REJECTED_KEY_ADVICE } from './error-row.ts';
import { FILE_ERRORS } from './file-errors.ts';
import { FLOW_ERRORS } from './flow-errors.ts';
import { REQUEST_ERRORS } from './request-errors.ts';
import { SOURCE_ERRORS } from './source-errors.ts';
import { WORK_ERRORS } from './work-errors.ts';

const ROWS = {
  ...SOURCE_ERRORS,
  ...FILE_ERRORS,
  ...FLOW_ERRORS,
  ...DESTINATION_ERRORS,
  ...WORK_ERRORS,
  ...REQUEST_ERRORS,
};

export type ErrorCode = keyof typeof ROWS;
export type ErrorParameters = Readonly<Record<string, string | number>>;

export type ErrorEntry = {
  /** Plain text with `{name}` parameters: what happened, then what to do or what happens next. */
  readonly text: string;
  readonly class: ErrorClass;
  readonly severity: Severity;
  /** HTTP status where the error answers a request. */
  readonly http?: number;
};

/** Every error that a person can meet. Connectors, engine and server may only throw these. */
export const ERRORS = Object.fromEntries(
  Object.entries<ErrorRow>(ROWS).map(([code, row]) => [code, entryOf(row)]),
) as Readonly<Record<ErrorCode, ErrorEntry>>;

function entryOf(row: ErrorRow): ErrorEntry {
  const { class: errorClass, severity = 'error', http } = row;
  return { text: sentences(row, { unsuspend: true, retry: true }), class: errorClass, severity, ...(http && { http }) };
}

type Parts = { readonly unsuspend?: boolean; readonly retry?: boolean };

/** Joins a failure's message from what happened, the advice, and the note that it will be retried. */
function sentences({ text, advice, ...row }: ErrorRow, { unsuspend = false, retry = false }: Parts): string {
  const advised = advice === undefined ? [] : [`${advice}${unsuspend ? (row.unsuspend ?? '') : ''}.`];
  const isRetried = row.title !== undefined && (row.class === 'transient' || row.class === 'internal');
  const retried = retry && isRetried ? [`Will retry${row.retryWhen === undefined ? '' : ` ${row.retryWhen}`}.`] : [];
  return [text, ...advised, ...retried].join(' ');
}

/** The catalogue's text with its parameters filled in. */
export function errorText(code: ErrorCode, parameters: ErrorParameters = {}): string {
  return fillText(ERRORS[code].text, parameters);
}

function fillText(text: string, parameters: ErrorParameters): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = parameters[name];
    if (value === undefined) return whole;
    // Answers of others end their sentences themselves.
    return `${value}${/[.!?]$/.test(String(value)) ? '' : stop}`;
  });
}

/** A failure from the catalogue. `retryAfter` is what the other side asked for, in seconds. */
export class PipelineError extends Error {
  override readonly name = 'PipelineError';
  readonly code: ErrorCode;
  readonly class: ErrorClass;
  readonly severity: Severity;
  readonly retryAfter: number | undefined;
  /** The values that fill the catalogue's text. */
  readonly parameters: ErrorParameters;

  constructor(
    code: ErrorCode,
    parameters: ErrorParameters = {},
    options: { readonly cause?: unknown; readonly retryAfter?: number | undefined } = {},
  ) {
    super(errorText(code, parameters), { cause: options.cause });
    this.code = code;
    this.class = ERRORS[code].class;
    this.severity = ERRORS[code].severity;
    this.retryAfter = options.retryAfter;
    this.parameters = parameters;
  }

  /** The final message of a key that is tried before it is saved. The person is entering it and it is not suspended. */
  get unsavedMessage(): string {
    const row: ErrorRow = ROWS[this.code];
    return row.advice === REJECTED_KEY_ADVICE ? fillText(row.text, this.parameters) : this.fill(row, {});
  }

  /** The message where no key is suspended for it, as in a test run. */
  get unsuspendedMessage(): string {
    return this.fill(ROWS[this.code], { retry: true });
  }

  /** The message without its promise of a retry, for a failure that is not retried any more. */
  get finalMessage(): string {
    return this.fill(ROWS[this.code], { unsuspend: true });
  }

  private fill(row: ErrorRow, parts: Parts): string {
    return fillText(sentences(row, parts), this.parameters);
  }
}
