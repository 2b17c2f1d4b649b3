import pg from 'pg';

export type Watched = {
  readonly ms: number;
  /** Milliseconds of each call that was made meanwhile. */
  readonly times: readonly number[];
  readonly samples: number;
  /** The longest time for which any session was seen to wait for a lock. */
  readonly longestWaitMs: number;
};

/** Runs work while calls follow each other and a connection of its own samples who waits for a lock. */
export async function watchLocks(
  url: string,
  calls: readonly (() => Promise<unknown>)[],
  work: () => Promise<void>,
): Promise<Watched> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let [isOver, samples, longestWaitMs] = [false, 0, 0];
  const times: number[] = [];
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float8 as ms from pg_locks
         where not granted and waitstart is not null`,
      );
      samples += 1;
      longestWaitMs = Math.max(longestWaitMs, rows[0]?.ms ?? 0);
    }
  })();
  const calling = calls.map(async (call) => {
    while (!isOver) {
      const start = performance.now();
      await call();
      times.push(performance.now() - start);
    }
  });
  const start = performance.now();
  try {
    await work();
  } finally {
    isOver = true;
  }
  const ms = performance.now() - start;
  await Promise.all([sampling, ...calling]);
  await client.end();
  return { ms, times, samples, longestWaitMs };
}
