import { hasMagic } from '../../files/magic-bytes.ts';
import type { FormatReader } from '../format-reader.ts';
import { convertToRows, planRows } from '../rows/plan-rows.ts';
import { avroRows } from './avro-file.ts';

/** An Avro object container file. */
export const avroFormat: FormatReader = {
  extensions: ['avro'],
  isBinary: true,
  matchesMagic: (head) => hasMagic(head, 0x4f, 0x62, 0x6a, 0x01),
  toRows: avroRows,
  plan: async (input) => planRows(input, await convertToRows(input, avroRows), { hasNames: true }),
};
