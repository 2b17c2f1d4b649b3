import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Report, Task } from './ours.ts';

/** Runs a program to its end and gives what it printed. Throws when it fails. */
async function runProgram(program: string, args: readonly string[], input?: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return printed;
}

/** Seconds that a native tool takes. */
export async function timeTool(program: string, args: readonly string[], input?: string): Promise<number> {
  const start = performance.now();
  await runProgram(program, args, input);
  return (performance.now() - start) / 1000;
}

/** Runs one task in a process of its own, and reports its time without the start of the process, and its largest memory. */
export async function runOurs(task: Task, folder: string): Promise<Report> {
  const path = join(folder, 'task.json');
  await writeFile(path, JSON.stringify(task));
  return JSON.parse(
    await runProgram(process.execPath, [fileURLToPath(import.meta.resolve('./ours.ts')), path]),
  ) as Report;
}
