import { addAbortSignal, pipeline, type Readable, type Transform } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import type { Parameters } from '@switchboard/model/plan';
import { defineParameters } from '../parameters/define-parameters.ts';
import type { ContentFormat, DeliveryRequest } from '../spec.ts';
import { changeDelimiter } from './change-delimiter.ts';
import { FILE_FORM } from './file-form-parameters.ts';
import { createParallelGzip } from './parallel-gzip.ts';
import { skipHeader } from './skip-header.ts';

const FORM = defineParameters({ path: { type: 'string', required: true, doc: 'Path of the file.' }, ...FILE_FORM });

/** The content format that is nearest to the file that the parameters ask for. */
export function fileFormat(parameters: Parameters): ContentFormat {
  const { format, path, delimiter = ',', header = true } = parameters;
  const lower = typeof path === 'string' ? path.toLowerCase() : '';
  if (format === 'parquet' || (format !== 'csv' && lower.endsWith('.parquet'))) return 'parquet';
  const { compression = compressionOf(lower) } = parameters;
  return compression === 'gzip' && delimiter === ',' && header === true ? 'csv.gz' : 'csv';
}

const compressionOf = (path: string): 'gzip' | 'zstd' | 'none' =>
  path.endsWith('.gz') ? 'gzip' : path.endsWith('.zst') ? 'zstd' : 'none';

/** The streams that turn the content into the wanted form, in order. Throws PARAMETER_INVALID. */
export function fileStages(request: DeliveryRequest): readonly Transform[] {
  const { path, delimiter, header, refuse, ...form } = FORM.read(request.name, request.parameters);
  const compression = form.compression ?? compressionOf(path.toLowerCase());
  const wanted = fileFormat(request.parameters);
  if (wanted === 'parquet') {
    if (compression !== 'none') refuse('compression', 'must be none for parquet, which is compressed already');
    if (delimiter !== ',' || !header)
      refuse(header ? 'delimiter' : 'header', 'is for csv; parquet has its own columns');
  }
  if (request.content.format === wanted && wanted !== 'csv') return [];
  return [
    ...(header ? [] : [skipHeader()]),
    ...(delimiter === ',' ? [] : [changeDelimiter(delimiter)]),
    ...(compression === 'gzip' ? [createParallelGzip()] : compression === 'zstd' ? [createZstdCompress()] : []),
  ];
}

/** The output of a chain of streams. One that fails, or an aborted signal, ends them all. */
export function throughStages(from: Readable, stages: readonly Transform[], signal: AbortSignal): Readable {
  const last = stages.at(-1);
  if (last === undefined) return addAbortSignal(signal, from);
  pipeline([from, ...stages], () => undefined);
  return addAbortSignal(signal, last);
}
