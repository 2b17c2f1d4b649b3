import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { missedDeadlines } from '../../pipeline/deadlines/deadlines.ts';
import { type DownloadRow, downloadsById, type PartRow, partsOfDownloads } from './downloads/queries.ts';
import { type DownloadOutcome, outcomesOfDownloads, tablesReadByUploads } from './downloads/queries-hints.ts';
import { type ProbeTimes, probesOfSources } from './downloads/queries-probes.ts';
import { type FlowInputIds, inputsOfFlows } from './flows/queries.ts';
import { inputsOfUploads, type UploadRow, uploadsById, uploadsOfFlows } from './uploads/queries.ts';

export const DOWNLOAD: LoaderDefinition<DownloadRow> = { batch: downloadsById };
export const UPLOAD: LoaderDefinition<UploadRow> = { batch: uploadsById };
/** By download. */
export const PARTS: LoaderDefinition<PartRow[]> = { batch: partsOfDownloads };
/** By download. */
export const OUTCOME: LoaderDefinition<DownloadOutcome> = { batch: outcomesOfDownloads };
/** By the source's name. */
export const PROBES: LoaderDefinition<ProbeTimes> = { keys: 'names', batch: probesOfSources };
/** By changelist or test run: source tables that its upload declarations read. */
export const TABLES_READ: LoaderDefinition<ReadonlySet<string>> = { batch: tablesReadByUploads };
/** By upload: ids of the downloads it comes from. */
export const UPLOAD_INPUTS: LoaderDefinition<string[]> = { batch: inputsOfUploads };
/** By flow. */
export const FLOW_INPUTS: LoaderDefinition<FlowInputIds[]> = { batch: inputsOfFlows };
/** By upload: the deadline that it missed. */
export const MISSED_DEADLINE: LoaderDefinition<Date> = { batch: missedDeadlines };
/** By flow. */
export const FLOW_UPLOADS: LoaderDefinition<UploadRow[]> = { batch: uploadsOfFlows };
