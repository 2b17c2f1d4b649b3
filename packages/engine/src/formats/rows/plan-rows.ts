import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RowsConversion, RowsFormat, RowsInfo } from '../../conversion/conversion.ts';
import { convertFile } from '../../conversion/convert-thread.ts';
import { incomplete } from '../../files/file-fault.ts';
import { DEFAULT_UNPACK_LIMITS } from '../../files/unpack-limits.ts';
import { ignoredNames, mapHeader, mapPositions } from '../csv/csv-layout.ts';
import { chunksOf, splitLines } from '../documents/line-records.ts';
import type { FormatInput, ScanPlan } from '../format-reader.ts';
import type { ScanTask } from '../part-scan/scan-task.ts';
import { ROWS_CONVERTERS } from '../rows-converters.ts';
import { beginningOf, firstRows } from '../sample-rows.ts';
import { cleanFields, emptyPlan, WHOLE_SCAN } from '../scan-plan.ts';
import { type RowsLayout, rawText } from './rows-layout.ts';

/** A file of rows: one JSON list or object a line. */
export type RowsFile = RowsInfo & { readonly path: string };

const NO_ROWS: RowsInfo = { names: [], records: 0, headerLines: 0 };

/** Converts a binary file into rows. Throws FileFault and PipelineError. */
export async function convertToRows(input: FormatInput, format: RowsFormat): Promise<RowsFile> {
  const { file, name, options, signal } = input;
  const { header, skipRows, skipFooter, footer, sheet } = options;
  const conversion: RowsConversion = {
    kind: 'rows',
    format,
    from: file.path,
    to: join(file.scratch, 'rows'),
    filename: file.filename,
    limits: DEFAULT_UNPACK_LIMITS,
    selection: { header, skipRows, skipFooter, footer, sheet, source: name },
  };
  const rows = await convertFile(conversion, await ROWS_CONVERTERS[format](), signal);
  return { ...(rows ?? NO_ROWS), path: conversion.to };
}

/** The columns' names and the first rows, as JSON lists. */
function rowsSample(task: ScanTask, layout: RowsLayout): string {
  const { part, isCut } = beginningOf(task);
  const slices = splitLines(chunksOf(part.path, part.start, part.end));
  const rows = firstRows(slices, (bytes) => rawText(bytes, layout), isCut);
  return [JSON.stringify(layout.names), ...rows].map((row) => `${row}\n`).join('');
}

/** Plans the scan of a file of rows. Without `hasNames` the columns are mapped by position. */
export async function planRows(
  input: FormatInput,
  rows: RowsFile,
  { hasNames }: { readonly hasNames: boolean },
): Promise<ScanPlan> {
  const { names, records, path, headerLines } = rows;
  const empty = emptyPlan(input);
  if (names.length === 0) {
    if (hasNames) throw incomplete(input.file.filename, input.format, 'it has no header');
    return { ...empty, sample: '' };
  }
  const { schema, options, lineNumbers } = input;
  const { filename } = input.file;
  const mapped = hasNames ? mapHeader(names, schema, filename) : mapPositions(names.length, schema, filename);
  const fields = mapped.map((field, index) => {
    const stored = rows.types?.[index] ?? null;
    return field?.type.kind === 'unknown' && stored !== null ? { ...field, stored } : field;
  });
  const { size } = await stat(path);
  const layout: RowsLayout = { kind: 'rows', nullValues: options.nullValues, names, fields, lineNumbers };
  const place = { path, dataStart: 0, dataEnd: size, headerLines };
  return {
    scan: { ...place, layout },
    clean: { ...empty.clean, fields: cleanFields(fields.filter((field) => field !== null)) },
    sample: rowsSample({ ...place, ...WHOLE_SCAN, start: 0, end: size, layout }, layout),
    declaredRecords: records,
    ignored: hasNames ? ignoredNames(names, fields) : [],
    isFooterMissing: rows.isFooterMissing === true,
    ...(hasNames ? { header: names } : {}),
  };
}
