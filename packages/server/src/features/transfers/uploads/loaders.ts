import type { LoaderDefinition } from '../../../graphql/loaders.ts';
import { missedDeadlines } from '../../../pipeline/deadlines/deadlines.ts';
import { inputsOfUploads, type UploadRow, uploadsById, uploadsOfFlows } from './queries.ts';

export const UPLOAD: LoaderDefinition<UploadRow> = { batch: uploadsById };
/** By upload: ids of the downloads it comes from. */
export const UPLOAD_INPUTS: LoaderDefinition<string[]> = { batch: inputsOfUploads };
/** By upload: the deadline that it missed. */
export const MISSED_DEADLINE: LoaderDefinition<Date> = { batch: missedDeadlines };
/** By flow. */
export const FLOW_UPLOADS: LoaderDefinition<UploadRow[]> = { batch: uploadsOfFlows };
