/** A process that runs SQL for one piece of work and then ends. Only files named here can be reached. */
export type SqlJob = {
  /** Absolute paths of files or folders that the statements may read. */
  readonly reads: readonly string[];
  /** Absolute folders that the statements may write into. */
  readonly writes: readonly string[];
  readonly memoryBytes: number;
  /** Fewer threads than the executor would give; one makes every result the same every time. */
  readonly threads?: number;
  /** Wall-clock limit. */
  readonly timeoutMs: number;
  /** Lets others go first from the start, not only once it has computed for long. */
  readonly yields?: boolean;
};

export type SqlRow = Readonly<Record<string, string | number | boolean | null>>;

/** One session of a jailed database process. Statements run in order; the session must be closed. */
export type SqlSession = {
  /**
   * Runs a statement and gives its rows (few: counts, descriptions). Throws PipelineError (QUERY_*, PROCESS_STOPPED);
   * `table` is the name that the message gives to what was being built.
   */
  run(sql: string, options?: { readonly table?: string }): Promise<readonly SqlRow[]>;
  close(): Promise<void>;
};

export type Executor = {
  open(job: SqlJob, signal: AbortSignal): Promise<SqlSession>;
  /** Ends every process it started. */
  stop(): Promise<void>;
};
