#!/usr/bin/env node
// Runs on any Node, finds the one that the product is made for, and goes on there.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const here = dirname(fileURLToPath(import.meta.url));
const libraries = join(here, '../../../node_modules');

// npx passes SIGTERM on to a shell that ends by it alone. A process whose shell has ended is to stop.
if (process.env.npm_command === 'exec') {
  const parent = process.ppid;
  const checking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(checking);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  checking.unref();
}

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  // Sources without their types are kept, beside the libraries: whoever may write there may change the program anyway.
  if (existsSync(libraries)) module.enableCompileCache(join(libraries, '.cache/switchboard/compiled'));
  const { main } = await import('../src/main.ts');
  await main(process.argv);
} else {
  const [system, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const installed = join(libraries, `node-${system}-${process.arch}`, 'bin', file);
  if (existsSync(installed)) {
    const child = spawn(installed, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
    // Ctrl-C reaches the child by itself; what is sent to this process alone is passed on.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal === null ? 1 : 128);
    });
  } else {
    console.error(
      `Switchboard needs Node ${NEEDED}; this is Node ${process.versions.node}. Run "npm start" once: it installs the right one.`,
    );
    process.exitCode = 1;
  }
}
