import type { ConnectorCode } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { EngineContext } from './context.ts';

const MISSING = { source: 'downloaded from', destination: 'uploaded to' } as const;
type Part = keyof typeof MISSING;
type Code<P extends Part> = Awaited<ReturnType<NonNullable<ConnectorCode[P]>>>;

/** Loads the code of a declaration's connector. Throws PARAMETER_INVALID for a connector without that part. */
export async function findConnector<P extends Part>(
  part: P,
  { name, connector }: { readonly name: string; readonly connector: string },
  { connectors }: EngineContext,
): Promise<Code<P>> {
  const load: ConnectorCode[P] | undefined = connectors.get(connector)?.[part];
  const code = await load?.();
  if (code !== undefined) return code as Code<P>;
  const reason = `names ${connector}, which cannot be ${MISSING[part]}`;
  throw new PipelineError('PARAMETER_INVALID', { name, parameter: 'type', reason });
}
