import { join } from 'node:path';
import { asFindings, runTool } from './checks/run-tool.ts';
import { ensureChromium } from './chromium.ts';
import { runVitest } from './run-vitest.ts';
import { closingLine } from './test-counts.ts';

/** `npm run e2e`: the browser tests alone. `-- --screens` takes the pictures of docs/screens instead. */
async function main(): Promise<number> {
  const root = join(import.meta.dirname, '..');
  const options = process.argv.slice(2);
  ensureChromium();
  if (options.includes('--screens')) {
    const findings = asFindings(await runTool(root, 'node', ['e2e/screens.ts']), 'screens');
    for (const finding of findings) console.error(finding);
    return findings.length;
  }
  const counts = await runVitest(root, 'browser', 'e2e/vitest.config.ts', options);
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
