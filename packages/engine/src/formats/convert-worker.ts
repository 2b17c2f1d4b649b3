import { parentPort, workerData } from 'node:worker_threads';
import { convertBzip2 } from '../archives/convert-bzip2.ts';
import type { Conversion, ConversionReply, RowsInfo } from '../conversion/conversion.ts';
import { runConversion } from '../conversion/run-conversion.ts';
import { FileFault } from '../files/file-fault.ts';
import { packError } from '../files/thread-error.ts';
import { ROWS_CONVERTERS } from './rows-converters.ts';

const reply = (message: ConversionReply): void => parentPort?.postMessage(message);

const convert = async (conversion: Conversion): Promise<RowsInfo | null> =>
  conversion.kind === 'rows'
    ? runConversion(conversion, await ROWS_CONVERTERS[conversion.format]())
    : runConversion(conversion, convertBzip2);

/** The program of a conversion thread: one conversion, then it exits. */
try {
  reply({ kind: 'done', rows: await convert(workerData as Conversion) });
} catch (error) {
  if (error instanceof FileFault) reply({ kind: 'fault', code: error.code, parameters: error.parameters });
  else reply({ kind: 'failed', error: packError(error) });
}
