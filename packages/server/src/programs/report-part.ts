import type { PipelineError } from '@switchboard/model/errors/errors';
import type { Logger } from 'pino';
import { SILENT_LOG } from '../observe/silent-log.ts';
import type { PartName } from '../units/parts/part.ts';

/** The setting that names each part. */
const PART_SETTINGS: Readonly<Record<PartName, string>> = {
  disk: 'DATA_DIR',
  processes: 'SANDBOX',
  store: 'STORAGE_URL',
  names: 'the name servers of this machine',
};

/** Says that a part began, or ceased, to fail for this program: in the log, and to the person who started it. */
export function reportChange(
  { log = SILENT_LOG, say }: { readonly log?: Logger; readonly say?: (line: string) => void },
  part: PartName,
  failure: PipelineError | null,
): void {
  say?.(partLine(part, failure));
  if (failure === null) log.info({ part }, 'a part of the installation works again: work is taken');
  else log.error({ part, err: failure }, 'a part of the installation does not work: no work is taken until it does');
}

function partLine(part: PartName, failure: PipelineError | null): string {
  return failure === null
    ? `The part "${part}" works again: work is taken.`
    : `The part "${part}" does not work: ${failure.finalMessage} No work is taken until it does. Check ${PART_SETTINGS[part]}.`;
}
