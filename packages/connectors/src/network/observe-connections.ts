import { AsyncLocalStorage } from 'node:async_hooks';

export type ConnectionStage = 'resolve' | 'connect' | 'tls';

/** One stage of opening a connection, as it ended. */
export type ObservedStage = {
  readonly stage: ConnectionStage;
  readonly host: string;
  /** Null for the look-up of a name. */
  readonly port: number | null;
  /** Epoch milliseconds. */
  readonly began: number;
  readonly ended: number;
  readonly isDone: boolean;
};

export type ConnectionObserver = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly report: (stage: ObservedStage) => void;
};

type Place = Pick<ObservedStage, 'stage' | 'host' | 'port'>;

const CURRENT = new AsyncLocalStorage<ConnectionObserver>();

/** Runs `work` and reports every stage of the connections that it opens, in the order in which they end. */
export const observeConnections = <Result>(
  observer: ConnectionObserver,
  work: () => Promise<Result>,
): Promise<Result> => CURRENT.run(observer, work);

/** Runs one stage of opening a connection, and reports it where connections are observed. Throws as `run` does. */
export async function observeStage<Result>(place: Place, run: () => Promise<Result>): Promise<Result> {
  const observer = CURRENT.getStore();
  if (observer === undefined) return run();
  const began = observer.now();
  const report = (isDone: boolean): void => observer.report({ ...place, began, ended: observer.now(), isDone });
  try {
    const result = await run();
    report(true);
    return result;
  } catch (error) {
    report(false);
    throw error;
  }
}
