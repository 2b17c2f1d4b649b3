import type { FileFormatName } from '@switchboard/model/file-formats';
import { avroFormat } from './avro/avro-format.ts';
import { csvFormat, psvFormat, tsvFormat } from './csv/csv-format.ts';
import type { FormatReader } from './format-reader.ts';
import { jsonFormat, jsonLinesFormat } from './json/json-format.ts';
import { parquetFormat } from './parquet/parquet-format.ts';
import { xlsxFormat } from './xlsx/xlsx-format.ts';
import { xmlFormat } from './xml/xml-format.ts';

/**
 * The reader of each file format. A new format is a folder with a reader, and a line here.
 * See docs/design/formats.md.
 */
export const FORMAT_READERS: Readonly<Record<FileFormatName, FormatReader>> = {
  csv: csvFormat,
  tsv: tsvFormat,
  psv: psvFormat,
  json: jsonFormat,
  jsonl: jsonLinesFormat,
  parquet: parquetFormat,
  xlsx: xlsxFormat,
  xml: xmlFormat,
  avro: avroFormat,
};
