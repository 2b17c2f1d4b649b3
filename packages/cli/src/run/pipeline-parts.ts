import type { KeyProperties } from '@switchboard/connectors';
import type { EngineContext, LoadResult, Progress, Randomness } from '@switchboard/engine';
import type { ErrorCode } from '@switchboard/model/errors/errors';
import type { Plan, PlanUpload, Source } from '@switchboard/model/plan';
import type { RowCounts } from './judge-assertions.ts';
import type { KeptRows } from './kept-rows.ts';

/** The dependencies of a pipeline run. */
export type PipelineParts = {
  readonly plan: Plan;
  readonly sources: readonly Source[];
  readonly uploads: readonly PlanUpload[];
  /** yyyy-MM-dd */
  readonly reportDate: string;
  /** Store prefix of everything that belongs to this report date. */
  readonly prefix: string;
  /** Completed downloads of sources without dates, by name: they are loaded once for all report dates. */
  readonly undated: Map<string, DownloadOutcome>;
  readonly keptRows: KeptRows;
  readonly rowCounts: RowCounts;
  readonly keyOf: (name: string) => KeyProperties | null;
  /** A context whose scratch folder is its own and goes when the work ends. */
  readonly withContext: <T>(
    onProgress: (progress: Progress) => void,
    work: (context: EngineContext) => Promise<T>,
  ) => Promise<T>;
  readonly signal: AbortSignal;
  /** Milliseconds; ends early, with the signal's reason, when aborted. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  readonly randomness: Randomness;
  readonly report: (step: Step) => void;
  /** Rises with every run, so that a newer run replaces an older one's result. */
  readonly fence: number;
  readonly memoryBytes: number;
};

export type DownloadOutcome = {
  readonly kind: 'download';
  readonly name: string;
  /** Null for a source without dates. */
  readonly reportDate: string | null;
  readonly status: 'completed' | 'failed';
  readonly files: number;
  readonly bytes: number;
  readonly tables: readonly { readonly name: string; readonly answer: LoadResult }[];
  readonly message: string | null;
  readonly code: ErrorCode | null;
};

export type UploadOutcome = {
  readonly kind: 'upload';
  readonly name: string;
  readonly status: 'completed' | 'empty' | 'skipped' | 'failed';
  /** Whether rows of an earlier result stay at the destination of an empty one; null where that is not known. */
  readonly keepsRows: boolean | null;
  readonly rows: number;
  readonly bytes: number;
  readonly destination: string;
  readonly message: string | null;
  readonly code: ErrorCode | null;
};

export type Work = { readonly kind: 'download' | 'flow' | 'upload'; readonly name: string };

/** A progress event of a pipeline run. */
export type Step =
  | { readonly kind: 'working'; readonly work: Work; readonly doing: string; readonly progress: Progress }
  | {
      readonly kind: 'retrying';
      readonly work: Work;
      readonly message: string;
      readonly delayMs: number;
      readonly retry: number;
    }
  /** Columns were added to the table of a destination. */
  | { readonly kind: 'columns-added'; readonly work: Work; readonly columns: readonly string[] }
  /** A flow is over; its uploads report how it went. */
  | { readonly kind: 'processed'; readonly work: Work }
  | { readonly kind: 'ended'; readonly outcome: DownloadOutcome | UploadOutcome };
