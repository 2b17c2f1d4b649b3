import { type ErrorCode, type ErrorParameters, PipelineError } from '@switchboard/model/errors/errors';

/** A fault of a file: an error of the catalogue as plain data, which can cross threads. */
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

/** Translates a fault into an error of the catalogue; other errors are returned unchanged. */
export const faultError = (error: unknown): unknown =>
  error instanceof FileFault ? new PipelineError(error.code, error.parameters, { cause: error }) : error;

/** The file ends early or is corrupt. */
export const incomplete = (file: string, format: string, reason: string): FileFault =>
  new FileFault('FILE_INCOMPLETE', { file, format, reason });

/** The file unpacks to more than the limits allow. */
export const overLimit = (file: string, limit: string, cause?: unknown): FileFault =>
  new FileFault('ARCHIVE_LIMIT', { file, limit }, { cause });

/** The file is complete but cannot be read. */
export const unreadable = (file: string, format: string, reason: string): FileFault =>
  new FileFault('FORMAT_UNREADABLE', { file, format, reason });
