import { PipelineError } from '@switchboard/model';

/** What a failure says to a person at a command line. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isForbiddenHost = error instanceof PipelineError && error.code === 'HOST_NOT_ALLOWED';
  return isForbiddenHost ? `${message} A private host must be allowed with --allow-host host:port.` : message;
}
