import { FILE_CELLS } from './file-cells.ts';
import { SQL_CELLS } from './sql-cells.ts';
import { TUNNEL_CELLS } from './tunnel-cells.ts';

/** The matrix of verification: kind of key x wrong thing -> text on the field. The tests try each of them. */
export const VERIFICATION_CELLS = [...SQL_CELLS, ...TUNNEL_CELLS, ...FILE_CELLS];
