import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildDocs } from '../build/build-docs.ts';
import { compressFiles } from '../build/compress-files.ts';

/** Inputs of the console's build, relative to the repository. */
const SOURCES = [
  'packages/console/src',
  'packages/console/public',
  'packages/console/index.html',
  'packages/console/silent-callback.html',
  'packages/console/build',
  'packages/console/vite.config.ts',
  'packages/console/package.json',
  'packages/model/src',
  'packages/language/src',
  'packages/cli/src/build',
  'docs/reference',
  'docs/glossary.md',
  'docs/operations.md',
  'docs/scale-out.md',
  'docs/runbooks',
  'package-lock.json',
] as const;

const MARK = '.built-from';
const TAIL = 2_000;

/**
 * The folder of the built console. It is built first when its sources have changed since the last time.
 * @param root absolute path of the repository
 * @throws Error with the end of the build's output
 */
export async function buildConsole(root: string, say: (line: string) => void): Promise<string> {
  const home = join(root, 'packages/console');
  const folder = join(home, 'dist');
  // An image has the built console without its sources.
  if (!existsSync(join(home, 'src')) && builtFrom(folder) !== null) return folder;
  const sources = hashSources(root);
  if (builtFrom(folder) === sources) return folder;
  say('Building the console (only when it has changed) …');
  const started = performance.now();
  const draft = join(home, `dist-${process.pid}`);
  try {
    await runVite(root, home, draft);
    if (existsSync(join(root, 'docs/reference'))) await buildDocs(root, draft);
    await compressFiles(draft);
    writeFileSync(join(draft, MARK), sources);
    replaceFolder(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  say(`Built the console in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return folder;
}

function builtFrom(folder: string): string | null {
  const mark = join(folder, MARK);
  return existsSync(mark) && existsSync(join(folder, 'index.html')) ? readFileSync(mark, 'utf8') : null;
}

/** A hash over names and contents; tests do not count. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function runVite(root: string, home: string, folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (output += piece.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The console could not be built:\n${output.trim().slice(-TAIL)}`));
    });
  });
}

/** Another start may build at the same time: the second one finds the folder in place, or replaces it. */
function replaceFolder(draft: string, folder: string): void {
  const old = `${draft}-old`;
  try {
    renameSync(folder, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (builtFrom(folder) === null) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}
