import { z } from 'zod';
import { number } from './setting-schemas.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The lines that are logged, and how much of the log is kept in files. */
export const LOG_SETTINGS = {
  LOG_LEVEL: {
    doc: `Least severe line that is logged: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
    fallback: 'info',
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
  },
  LOG_FILE_MEGABYTES: {
    doc: 'Size at which `DATA_DIR/switchboard.log` becomes `switchboard.log.1`, and a new file begins. Only with the embedded database: otherwise the log goes to standard output.',
    fallback: '100',
    schema: number(1, 100_000),
  },
  LOG_FILES: {
    doc: 'How many former files of the log are kept.',
    fallback: '5',
    schema: number(1, 1_000),
  },
} as const;
