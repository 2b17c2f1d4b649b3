import { addAbortSignal, pipeline, type Readable, type Transform } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import type { ParameterSpec, Parameters } from '@switchboard/model';
import { changeDelimiter } from './change-delimiter.ts';
import { readParameters } from './fields.ts';
import { createParallelGzip } from './parallel-gzip.ts';
import { skipHeader } from './skip-header.ts';
import type { ContentFormat, DeliveryRequest } from './spec.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const COMPRESSIONS = ['gzip', 'zstd', 'none'] as const;

/** What every destination that writes files may be told about their form. */
export const FILE_FORM_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'format',
    type: 'string',
    required: false,
    allowed: ['csv', 'parquet'],
    doc: 'csv or parquet; told by the path’s ending by default.',
  },
  {
    name: 'compression',
    type: 'string',
    required: false,
    allowed: COMPRESSIONS,
    doc: 'gzip, zstd or none; by default gzip when the path ends in .gz, zstd when it ends in .zst.',
  },
  {
    name: 'header',
    type: 'boolean',
    required: false,
    default: true,
    doc: 'Whether a CSV file begins with the columns’ names.',
  },
  {
    name: 'delimiter',
    type: 'string',
    required: false,
    default: ',',
    allowed: DELIMITERS,
    doc: 'What stands between the values of a CSV file.',
  },
];

/** The form of a result that is nearest to the file that the parameters ask for. */
export function fileFormat(parameters: Parameters): ContentFormat {
  const { format, path, delimiter = ',', header = true } = parameters;
  const lower = typeof path === 'string' ? path.toLowerCase() : '';
  if (format === 'parquet' || (format !== 'csv' && lower.endsWith('.parquet'))) return 'parquet';
  const { compression = byName(lower) } = parameters;
  return compression === 'gzip' && delimiter === ',' && header === true ? 'csv.gz' : 'csv';
}

const byName = (path: string): (typeof COMPRESSIONS)[number] =>
  path.endsWith('.gz') ? 'gzip' : path.endsWith('.zst') ? 'zstd' : 'none';

/** The streams that turn a result into the wanted form, in their order. Throws PARAMETER_INVALID. */
export function fileStages(request: DeliveryRequest): readonly Transform[] {
  const read = readParameters(request.name, request.parameters);
  const compression = read.oneOf('compression', COMPRESSIONS, byName(read.requiredText('path').toLowerCase()));
  const delimiter = read.oneOf('delimiter', DELIMITERS, ',');
  const header = read.flag('header', true);
  const wanted = fileFormat(request.parameters);
  if (wanted === 'parquet') {
    if (compression !== 'none') read.refuse('compression', 'must be none for parquet, which is compressed already');
    if (delimiter !== ',' || !header)
      read.refuse(header ? 'delimiter' : 'header', 'is for csv; parquet knows its columns');
  }
  if (request.content.format === wanted && wanted !== 'csv') return [];
  return [
    ...(header ? [] : [skipHeader()]),
    ...(delimiter === ',' ? [] : [changeDelimiter(delimiter)]),
    ...(compression === 'gzip' ? [createParallelGzip()] : compression === 'zstd' ? [createZstdCompress()] : []),
  ];
}

/** What comes out when a stream has gone through others; one that fails, or an aborted signal, ends them all. */
export function throughStages(from: Readable, stages: readonly Transform[], signal: AbortSignal): Readable {
  const last = stages.at(-1);
  if (last === undefined) return addAbortSignal(signal, from);
  pipeline([from, ...stages], () => undefined);
  return addAbortSignal(signal, last);
}
