import type { LoaderDefinition } from '../../../graphql/loaders.ts';
import { type DownloadRow, downloadsById, type PartRow, partsOfDownloads } from './queries.ts';
import { type DownloadOutcome, outcomesOfDownloads, tablesReadByUploads } from './queries-hints.ts';
import { type ProbeTimes, probesOfSources } from './queries-probes.ts';

export const DOWNLOAD: LoaderDefinition<DownloadRow> = { batch: downloadsById };
/** By download. */
export const PARTS: LoaderDefinition<PartRow[]> = { batch: partsOfDownloads };
/** By download. */
export const OUTCOME: LoaderDefinition<DownloadOutcome> = { batch: outcomesOfDownloads };
/** By the source's name. */
export const PROBES: LoaderDefinition<ProbeTimes> = { keys: 'names', batch: probesOfSources };
/** By changelist or test run: source tables that its upload declarations read. */
export const TABLES_READ: LoaderDefinition<ReadonlySet<string>> = { batch: tablesReadByUploads };
