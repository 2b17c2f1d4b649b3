import { pino } from 'pino';

/** A log that nothing is written to. It has a stream of its own, since pino's default one listens for the end of the process. */
export const SILENT_LOG = pino({ level: 'silent' }, { write: () => {} });
