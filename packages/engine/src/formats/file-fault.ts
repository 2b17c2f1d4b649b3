import { type ErrorCode, type ErrorParameters, PipelineError } from '@switchboard/model';

/** What is wrong with a file, as plain data that may cross from one thread to another: an entry of the catalogue. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly code: ErrorCode;
  readonly parameters: ErrorParameters;

  constructor(code: ErrorCode, parameters: ErrorParameters, options: { readonly cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
    this.parameters = parameters;
  }
}

/** The catalogue's error for a fault; any other error as it is. */
export const faultError = (error: unknown): unknown =>
  error instanceof FileFault ? new PipelineError(error.code, error.parameters, { cause: error }) : error;

/** A file that ends too early, or is not what its name says. */
export const incomplete = (file: string, format: string, reason: string): FileFault =>
  new FileFault('FILE_INCOMPLETE', { file, format, reason });

/** A file that unpacks to more than we take. */
export const overLimit = (file: string, limit: string, cause?: unknown): FileFault =>
  new FileFault('ARCHIVE_LIMIT', { file, limit }, { cause });

/** A file that is whole and yet cannot be read. */
export const unreadable = (file: string, format: string, reason: string): FileFault =>
  new FileFault('FORMAT_UNREADABLE', { file, format, reason });
