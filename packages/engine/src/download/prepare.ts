import { stat } from 'node:fs/promises';
import { PipelineError, type SourceSchema } from '@switchboard/model';
import { readBytes, withFile } from '../formats/byte-file.ts';
import { csvLayout, footerStart } from '../formats/csv-layout.ts';
import { byteOrderMark, detectFormat } from '../formats/detect.ts';
import type { FileOptions } from '../formats/file-options.ts';
import { jsonKeys, jsonTargets } from '../formats/json-keys.ts';
import type { JsonLayout } from '../formats/json-scan.ts';
import type { CleanFiles } from '../formats/parquet.ts';
import { OWN_DIALECT, type ScanLayout } from '../formats/scan.ts';
import type { FileScan } from '../formats/scan-file.ts';
import { headOf } from '../formats/unpack.ts';
import { csvSample, jsonSample } from './sample.ts';

/** A raw file as it will be scanned, and the shape of what the scan writes. Null scan: the file has no record. */
export type Prepared = {
  readonly scan: Omit<FileScan, 'scratch' | 'asPieces' | 'partBytes' | 'parallel'> | null;
  readonly clean: Omit<CleanFiles, 'parts'>;
  readonly sample: string;
};

export type UnpackedFile = { readonly path: string; readonly filename: string };

const HEADER_BYTES = 4 << 20;

/** Reads a file's head: its format, header and where its records are. Throws COLUMN_* and FORMAT_UNREADABLE. */
export async function prepare(
  file: UnpackedFile,
  options: FileOptions,
  schema: SourceSchema,
  lineNumbers: boolean,
): Promise<Prepared> {
  const head = await headOf(file.path, HEADER_BYTES);
  const format = detectFormat(options, file.filename, head);
  const { size } = await stat(file.path);
  const { nullValues } = options;
  const none: Prepared = {
    scan: null,
    clean: { dialect: OWN_DIALECT, crlf: false, nullValues, fields: [], lineNumbers },
    sample: head.toString('utf8'),
  };
  if (format === 'json' || format === 'jsonl') {
    const dataStart = byteOrderMark(head)?.length ?? 0;
    const base = { kind: format, nullValues, records: options.records, lineNumbers } as const;
    if (size <= dataStart || head.toString('utf8').trim() === '') return none;
    const place = { path: file.path, dataStart, dataEnd: size, headerLines: 0 };
    return readable(file.filename, format, async () => {
      const whole = { ...place, start: dataStart, end: size, skipping: false, cleanPath: '', refusedPath: '' };
      const bare: JsonLayout = { ...base, targets: jsonTargets(schema, []) };
      const targets = schema.rest
        ? jsonTargets(schema, await jsonKeys({ ...whole, layout: bare }, bare))
        : bare.targets;
      const layout: ScanLayout = { ...base, targets };
      return {
        scan: { ...place, layout },
        clean: {
          dialect: OWN_DIALECT,
          crlf: false,
          nullValues,
          fields: targets.map(({ name, type, nullable }) => ({ name, type, nullable })),
          lineNumbers,
        },
        sample: jsonSample({ ...whole, layout }, layout),
      };
    });
  }
  const found = csvLayout(head, { filename: file.filename, format }, options, schema);
  if (found === null) return none;
  const { dialect, crlf, fields, headerLines, dataStart } = found;
  const tailBytes = Math.min(size, HEADER_BYTES);
  const tail =
    options.skipFooter === 0
      ? Buffer.alloc(0)
      : withFile(file.path, (open) => readBytes(open, size - tailBytes, Buffer.allocUnsafeSlow(tailBytes)));
  const dataEnd = Math.max(dataStart, footerStart(tail, options.skipFooter, size));
  const clean = { dialect, crlf, nullValues, fields, lineNumbers };
  return {
    scan: { path: file.path, dataStart, dataEnd, headerLines, layout: { kind: 'csv', ...clean } },
    clean,
    sample: csvSample(head, found),
  };
}

/** Passes on what `read` gives; a JSON document that is not whole is the file's fault. */
async function readable<T>(file: string, format: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw formatFailure(error, file, format);
  }
}

export function formatFailure(error: unknown, file: string, format: string): unknown {
  if (!(error instanceof SyntaxError)) return error;
  return new PipelineError('FORMAT_UNREADABLE', { file, format, reason: error.message }, { cause: error });
}
