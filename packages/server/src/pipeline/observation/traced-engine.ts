import type { EngineContext } from '@switchboard/engine';
import { currentScope } from '../../observe/scope.ts';
import { failSpan, startSpan, traced, traceParent } from '../../observe/trace.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import type { Attempt } from '../state/attempt-context.ts';

/** Makes the engine's context for one attempt; `release` removes its scratch folder. */
export type PrepareAttempt = (
  unit: ClaimedUnit,
  signal: AbortSignal,
) => Promise<{ attempt: Attempt; release: () => Promise<void> }>;

/** The same preparation; while something is traced, with a context whose calls are spans. */
export function observedPrepare(prepare: PrepareAttempt): PrepareAttempt {
  return async (unit, signal) => {
    const prepared = await prepare(unit, signal);
    const attempt = currentScope()?.attempt;
    if (!attempt || traceParent() === null) return prepared;
    return {
      ...prepared,
      attempt: { ...prepared.attempt, engine: tracedEngine(prepared.attempt.engine, attempt.parent) },
    };
  };
}

/** An attempt's engine context whose calls to the outside and database processes are spans below the phase that runs. */
function tracedEngine(engine: EngineContext, parent: () => string | null): EngineContext {
  const { egress, executor } = engine;
  return {
    ...engine,
    egress: {
      ...egress,
      fetch(request) {
        const method = request.method ?? 'GET';
        // The host alone: a path or query may hold what is secret.
        const attributes = { 'http.request.method': method, 'server.address': hostOf(request.url) };
        return traced(`request ${method}`, { kind: 'CLIENT', parent: parent(), attributes }, async (span) => {
          const answer = await egress.fetch(request);
          span.setAttribute('http.response.status_code', answer.status);
          return answer;
        });
      },
      connect(host, port, signal) {
        const attributes = { 'server.address': host, 'server.port': port };
        return traced('connect', { kind: 'CLIENT', parent: parent(), attributes }, () =>
          egress.connect(host, port, signal),
        );
      },
    },
    executor: {
      stop: () => executor.stop(),
      async open(job, signal) {
        const span = startSpan('database process', { parent: parent(), attributes: { memory: job.memoryBytes } });
        try {
          const session = await executor.open(job, signal);
          return {
            async run(sql, options) {
              try {
                return await session.run(sql, options);
              } catch (error) {
                failSpan(span, error);
                throw error;
              }
            },
            close: () => session.close().finally(() => span.end()),
          };
        } catch (error) {
          failSpan(span, error);
          span.end();
          throw error;
        }
      },
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
