import type { RowsConversion, RowsFormat } from '../conversion/conversion.ts';
import type { Convert } from '../conversion/run-conversion.ts';

/** The conversion of each format into rows. Each is loaded on first use, because a conversion thread runs only one. */
export const ROWS_CONVERTERS: Readonly<Record<RowsFormat, () => Promise<Convert<RowsConversion>>>> = {
  avro: async () => (await import('./avro/avro-file.ts')).avroRows,
  xlsx: async () => (await import('./xlsx/xlsx-book.ts')).workbookRows,
};
