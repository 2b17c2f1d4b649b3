import { byteOrderMark } from '../csv/byte-order-mark.ts';
import type { FormatInput, ScanPlan } from '../format-reader.ts';
import { isBlankFile } from '../read-input.ts';
import { cleanFields, emptyPlan, recordLimit, WHOLE_SCAN } from '../scan-plan.ts';
import { documentColumns, documentKeys } from './document-columns.ts';
import type { DocumentReader } from './document-reader.ts';
import type { DocumentLayout } from './document-record.ts';
import { documentSample } from './document-sample.ts';

/** Plans the scan of a document. Throws SyntaxError when its beginning is malformed. */
export async function planDocument(input: FormatInput, reader: DocumentReader): Promise<ScanPlan> {
  const { file, format, head, size, schema, options, lineNumbers } = input;
  const { nullValues, records } = options;
  const dataStart = byteOrderMark(head)?.length ?? 0;
  const empty = emptyPlan(input);
  if (await isBlankFile(input)) return empty;
  const place = { path: file.path, dataStart, dataEnd: size, headerLines: 0 };
  const whole = { ...place, ...WHOLE_SCAN, start: dataStart, end: size, ...recordLimit(input) };
  const declared: DocumentLayout = {
    kind: 'document',
    format,
    isLineBased: reader.isLineBased,
    nullValues,
    records,
    mayLackRecords: options.mayLackRecords,
    mayBePartial: options.mayBePartial,
    lineNumbers,
    targets: documentColumns(schema, []),
  };
  const targets = schema.rest
    ? documentColumns(schema, await documentKeys({ ...whole, layout: declared }, declared, reader))
    : declared.targets;
  const layout: DocumentLayout = { ...declared, targets };
  return {
    scan: { ...place, layout },
    clean: { ...empty.clean, fields: cleanFields(targets) },
    sample: documentSample({ ...whole, layout }, layout, reader),
    declaredRecords: null,
  };
}
