import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Errand } from './deliver-and-die.ts';

/** Runs an errand in a process of its own, which reads it from a scratch folder. Gives what it printed; rejects with its signal when it died. */
export function runErrand(scratch: string, errand: Errand): Promise<string> {
  const path = join(scratch, 'errand.json');
  writeFileSync(path, JSON.stringify(errand));
  return new Promise((resolve, reject) => {
    const program = join(import.meta.dirname, 'deliver-and-die.ts');
    execFile(process.execPath, [program, path], (error, stdout) => (error === null ? resolve(stdout) : reject(error)));
  });
}
