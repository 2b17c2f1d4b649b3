import { parentPort, workerData } from 'node:worker_threads';
import { convertBzip2 } from '../../archives/convert-bzip2.ts';
import { packError } from '../../files/thread-error.ts';
import { FileFault, unreadable } from '../file-fault.ts';
import { FORMAT_READERS } from '../registry.ts';
import type { RowsInfo } from '../rows/rows-writer.ts';
import type { Conversion, ConversionReply, RowsConversion } from './conversion.ts';
import { runConversion } from './run-conversion.ts';

const reply = (message: ConversionReply): void => parentPort?.postMessage(message);

function convertRows(conversion: RowsConversion): Promise<RowsInfo | null> {
  const { toRows } = FORMAT_READERS[conversion.format];
  if (!toRows) throw unreadable(conversion.filename, conversion.format, 'the format is not converted into rows');
  return runConversion(conversion, toRows);
}

/** The program of a conversion thread: one conversion, then it exits. */
try {
  const conversion = workerData as Conversion;
  const rows = conversion.kind === 'rows' ? convertRows(conversion) : runConversion(conversion, convertBzip2);
  reply({ kind: 'done', rows: await rows });
} catch (error) {
  if (error instanceof FileFault) reply({ kind: 'fault', code: error.code, parameters: error.parameters });
  else reply({ kind: 'failed', error: packError(error) });
}
