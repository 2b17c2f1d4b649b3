/** Builders for tests and measurements of other packages. */
export { textSqlType } from '../src/executors/column-type.ts';
export { createTestExecutor } from './executor.ts';
export { foreignFile } from './matrix/foreign-files.ts';
export { offlineContext } from './offline-context.ts';
export { createTestS3, type TestS3 } from './s3.ts';
