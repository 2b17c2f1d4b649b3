import { isWorkbook } from '../../archives/is-workbook.ts';
import { hasMagic } from '../../files/magic-bytes.ts';
import type { FormatReader } from '../format-reader.ts';
import { convertToRows, planRows } from '../rows/plan-rows.ts';

/** One sheet of an Office Open XML workbook. */
export const xlsxFormat: FormatReader = {
  extensions: ['xlsx', 'xlsm'],
  isBinary: true,
  matchesMagic: (head, filename) => hasMagic(head, 0x50, 0x4b) && isWorkbook(filename, head),
  plan: async (input) => planRows(input, await convertToRows(input, 'xlsx'), { hasNames: input.options.header }),
};
