/** The files, limits and priority of one database process. It can reach only the files named here. */
export type SqlJob = {
  /** Absolute paths of files or folders that the statements may read. */
  readonly reads: readonly string[];
  /** Absolute folders that the statements may write into. */
  readonly writes: readonly string[];
  readonly memoryBytes: number;
  /** Fewer threads than the executor's default; with one thread, equal inputs give equal bytes. */
  readonly threads?: number;
  /** Wall-clock limit. */
  readonly timeoutMs: number;
  /** Runs at low priority from the start, not only once it has used much processor time. */
  readonly yields?: boolean;
  /** Whose data the job handles. Its process may serve other jobs of the same account afterwards, and never another account. */
  readonly accountId?: string;
};

export type SqlRow = Readonly<Record<string, string | number | boolean | null>>;

/** A session of a jailed database process. Statements run in order; close the session after use. */
export type SqlSession = {
  /**
   * Runs a statement and returns its rows, which must be few (counts, descriptions). Throws PipelineError QUERY_* and
   * PROCESS_STOPPED; `table` is what their message names as being built.
   */
  run(sql: string, options?: { readonly table?: string }): Promise<readonly SqlRow[]>;
  close(): Promise<void>;
};

/** Runs SQL for the engine. `createExecutor` is the one implementation: DuckDB in jailed processes. */
export type Executor = {
  open(job: SqlJob, signal: AbortSignal): Promise<SqlSession>;
  /** Kills all of its processes. */
  stop(): Promise<void>;
};
