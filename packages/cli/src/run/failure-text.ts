import { type ErrorCode, PipelineError } from '@switchboard/model/errors/errors';

/** The catalogue's code of a failure; null for one that is not in it. */
export const failureCode = (error: unknown): ErrorCode | null => (error instanceof PipelineError ? error.code : null);

/** The message of a failure for the command line. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof PipelineError)) return message;
  if (error.code === 'HOST_NOT_ALLOWED')
    return `${message} A private host must be allowed with --allow-host host:port.`;
  if (error.code === 'SOURCE_FILE_MISSING')
    return `${error.finalMessage} Put it there, or choose another report date with --date.`;
  return message;
}
