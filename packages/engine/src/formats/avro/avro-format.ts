import { hasMagic } from '../../files/magic-bytes.ts';
import type { FormatReader } from '../format-reader.ts';
import { convertToRows, planRows } from '../rows/plan-rows.ts';

/** An Avro object container file. */
export const avroFormat: FormatReader = {
  extensions: ['avro'],
  isBinary: true,
  matchesMagic: (head) => hasMagic(head, 0x4f, 0x62, 0x6a, 0x01),
  plan: async (input) => planRows(input, await convertToRows(input, 'avro'), { hasNames: true }),
};
