import process from 'node:process';

/** The port to listen on: PORT, or 4600. */
export const port = (): number => Number(process.env['PORT'] ?? 4600);
