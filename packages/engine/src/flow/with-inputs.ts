import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineContext } from '../context.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { FlowRequest } from '../requests.ts';
import { clockStatements, inputPaths, openInputs } from './build-tables.ts';
import { statePaths } from './table-states.ts';
import { locateValue } from './value-place/locate-value.ts';

type Opened = {
  readonly session: SqlSession;
  /** The rows that tables keep, by table. */
  readonly kept: ReadonlyMap<string, string | null>;
  /** Takes what the session writes. */
  readonly folder: string;
};

/**
 * Runs work in a session that offers the inputs of a flow, by one thread and a fixed clock, and closes the session.
 * @param options.folder a name within the scratch folder
 * @param options.locateLimit milliseconds of the search for the value that made a query fail
 * @throws PipelineError INPUT_MISSING, and the errors of the work, with that value
 */
export async function withInputs<Result>(
  request: Pick<FlowRequest, 'inputs' | 'limits' | 'reportDate' | 'states' | 'tables'>,
  context: EngineContext,
  options: { readonly folder: string; readonly locateLimit?: number },
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const paths = await inputPaths(request, context);
  const kept = await statePaths(request, context);
  const folder = join(context.scratch, options.folder);
  await mkdir(folder, { recursive: true });
  const session = await context.executor.open(
    {
      reads: [...[...paths.values()].flat(), ...[...kept.values()].flatMap((path) => path ?? [])],
      writes: [folder],
      threads: 1,
      ...request.limits,
    },
    context.signal,
  );
  try {
    for (const statement of clockStatements(request, context.now)) await session.run(statement);
    await openInputs(request, paths, session);
    return await work({ session, kept, folder });
  } catch (error) {
    throw await locateValue(error, { request, paths, session, signal: context.signal }, options.locateLimit);
  } finally {
    await session.close();
  }
}
