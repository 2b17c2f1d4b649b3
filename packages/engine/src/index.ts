/** The engine's public face: plain requests in, files and plain results out. It keeps no state between calls. */
export type { EngineContext, Progress } from './context.ts';
export { type FetchLimits, fetchSource } from './download/fetch/fetch.ts';
export { type FindContext, type FindRequest, findFiles } from './download/fetch/find-files.ts';
export { loadPart } from './download/load/load.ts';
export { previewFile } from './download/preview.ts';
export { createExecutor, type ExecutorOptions } from './executors/create-executor.ts';
export type { Executor, SqlJob, SqlRow, SqlSession } from './executors/executor.ts';
export { createLocalStore, type LocalStore } from './files/local-store.ts';
export { createS3Store, type S3StoreOptions } from './files/s3-store.ts';
export type { FileStore, StoredObject } from './files/store.ts';
export { buildResults } from './flow/build-results.ts';
export { compareResults } from './flow/compare-results.ts';
export { readRows, type ShownRow } from './flow/read-rows.ts';
export type * from './requests.ts';
export { asPipelineError, decideRetry, type Randomness, type RetryDecision, retryDelay } from './retry.ts';
export { unpackedText } from './scan/packed-text.ts';
export { deliverUpload } from './upload/deliver.ts';
export { storeResultFile } from './upload/store-result-file.ts';
