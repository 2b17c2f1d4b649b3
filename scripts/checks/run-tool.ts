import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Tools written in Go collect garbage only at this size: they end before they would need it twice. */
const GO = { GOGC: 'off', GOMEMLIMIT: '4GiB' };

export type ToolResult = { readonly code: number; readonly output: string };

/**
 * Runs one of the installed tools with this very Node or as its own program.
 * @param folder absolute; also where `node_modules/.bin` is searched
 * @returns its exit code and everything it printed; a tool that cannot be started gives code 127 and says why
 */
export function runTool(folder: string, tool: string, options: readonly string[]): Promise<ToolResult> {
  const [command, first] = tool === 'node' ? [process.execPath, []] : [join(folder, 'node_modules', '.bin', tool), []];
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...options], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...GO, ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('error', (error) => resolve({ code: 127, output: `${tool} could not be started: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(pieces).toString('utf8').trim() }));
  });
}

/** A tool's failure as findings: what it printed, or that it printed nothing. */
export function asFindings(result: ToolResult, tool: string): string[] {
  if (result.code === 0) return [];
  return [result.output === '' ? `${tool} ended with code ${result.code} without output` : result.output];
}
