import { type ErrorCode, PipelineError } from '@switchboard/model/errors/errors';

const FAULTS_OF_FILES: readonly ErrorCode[] = [
  'GZIP_INCOMPLETE',
  'FILE_INCOMPLETE',
  'FILE_REPLACED',
  'FORMAT_UNREADABLE',
  'ARCHIVE_LIMIT',
  'ARCHIVE_ENCRYPTED',
  'XML_ENTITIES',
  'ENCODING_UNKNOWN',
  'COLUMN_NOT_FOUND',
  'COLUMN_DUPLICATE',
  'SOURCE_FILE_MISSING',
];

/** Whether loading failed by the files, so that another attempt must fetch them again. */
export const isFaultOfFiles = (error: unknown): boolean =>
  error instanceof PipelineError && FAULTS_OF_FILES.includes(error.code);
