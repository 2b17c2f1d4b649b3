import { stat } from 'node:fs/promises';
import { PipelineError } from '@switchboard/model/errors/errors';
import { FileFault, faultError } from '../../files/file-fault.ts';
import { headOf } from '../../files/named-file.ts';
import { checkContent } from '../../formats/check-content.ts';
import { detectFormat } from '../../formats/detect-format.ts';
import { ReportedError } from '../../formats/documents/reported-error.ts';
import { XmlEntities } from '../../formats/documents/xml-entities.ts';
import { fileSchema } from '../../formats/file-schema.ts';
import { type FormatInput, HEADER_BYTES, type ScanPlan } from '../../formats/format-reader.ts';
import type { ScanLayout } from '../../formats/part-scan/scan-task.ts';
import { FORMAT_READERS } from '../../formats/registry.ts';
import type { RawFile } from '../../requests.ts';
import type { PrepareJob } from './load-job.ts';

/** Detects a file's format and plans its scan. Throws PipelineError COLUMN_*, FORMAT_UNREADABLE, FILE_INCOMPLETE and others. */
export async function planFile(
  file: FormatInput['file'],
  job: PrepareJob,
  decimals: RawFile['decimals'] = {},
): Promise<ScanPlan> {
  const { request, options, output, openSession, context, maxRecords } = job;
  const head = await headOf(file.path, HEADER_BYTES);
  const { size } = await stat(file.path);
  const format = detectFormat(options, file.filename, head);
  try {
    const input: FormatInput = {
      file,
      format,
      head,
      size,
      name: request.name,
      schema: fileSchema(request.table.schema, options.separators),
      options,
      lineNumbers: request.table.keepsLineNumbers,
      decimals,
      output,
      openSession,
      signal: context.signal,
      ...(maxRecords === undefined ? {} : { maxRecords }),
    };
    await checkContent(input);
    return await FORMAT_READERS[format].plan(input);
  } catch (error) {
    throw formatError(error, file.filename, format);
  }
}

/** The name that messages give to the format of a layout. */
export const layoutFormat = (layout: ScanLayout): string => (layout.kind === 'document' ? layout.format : layout.kind);

/** Translates a malformed document and any other fault of a file into an error of the catalogue. */
export function formatError(error: unknown, file: string, format: string): unknown {
  if (error instanceof FileFault) return faultError(error);
  if (!(error instanceof SyntaxError)) return error;
  if (error instanceof XmlEntities) return new PipelineError('XML_ENTITIES', { file }, { cause: error });
  if (error instanceof ReportedError)
    return new PipelineError('FILE_INCOMPLETE', { file, format, reason: error.message }, { cause: error });
  return new PipelineError('FORMAT_UNREADABLE', { file, format, reason: error.message }, { cause: error });
}
