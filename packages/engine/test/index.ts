/** Builders for tests and measurements of other packages. */
export { sqlType } from '../src/formats/parquet/parquet-copy.ts';
export { foreignFile } from './matrix/foreign-files.ts';
export { offlineContext } from './offline-context.ts';
