import { type ConnectorContext, chooseFiles, type FoundFiles } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import type { Parameters } from '@switchboard/model/plan';
import type { EngineContext } from '../../context.ts';
import type { FetchRequest } from '../../requests.ts';
import { watchForStall } from './stall-guard.ts';

export type FindRequest = {
  readonly source: FetchRequest['source'];
  readonly key: FetchRequest['key'];
  /** The report dates whose files are listed; null for a source without dates. */
  readonly dates: readonly string[] | null;
  /** IANA name of the time zone in which a delivery is dated. */
  readonly timezone: string;
};

export type FindContext = Pick<EngineContext, 'connectors'> & Omit<ConnectorContext, 'onBytes'>;

/** Lists, matches and dates the files of a source. Empty is a valid result; a listing that fails throws. */
export async function findFiles(
  request: FindRequest,
  context: FindContext,
  stallTimeout: number = LIMITS.sourceStallTimeout,
): Promise<FoundFiles> {
  const { source, key, dates, timezone } = request;
  const { name, parameters } = source;
  const connector = await context.connectors.get(source.connector)?.source?.();
  if (!connector?.list) {
    const reason = `names ${source.connector}, whose files cannot be listed`;
    throw new PipelineError('PARAMETER_INVALID', { name, parameter: 'type', reason });
  }
  const seconds = Math.round(stallTimeout / 1000);
  const guard = watchForStall(
    stallTimeout,
    context.signal,
    () => new PipelineError('SOURCE_TIMEOUT', { name, host: source.connector, seconds }),
  );
  try {
    const listed = await guard.orStalled(
      connector.list(
        { name, parameters, key, dates },
        { ...context, signal: guard.signal, onBytes: () => guard.heard() },
      ),
    );
    return chooseFiles({ name, parameters, dates, timezone, now: context.now() }, listed);
  } catch (error) {
    throw guard.signal.aborted ? guard.signal.reason : error;
  } finally {
    guard.stop();
  }
}

/** Whether a connector lists its files. */
export const listsFiles = (context: Pick<EngineContext, 'connectors'>, connector: string): boolean =>
  context.connectors.get(connector)?.spec.source?.listsFiles === true;

/** The place of a source's files, for messages. */
export function placeOf(parameters: Parameters): string {
  const parts = [parameters['path'], parameters['pattern'] ?? parameters['regex']];
  return parts.filter((part) => typeof part === 'string').join('/') || 'of this report date';
}
