import { join } from 'node:path';
import { showGallery } from '../e2e/gallery/show-gallery.ts';
import { printUsage } from './arguments/read-arguments.ts';
import { expectVitestOptions } from './arguments/vitest-options.ts';
import { asFindings, runTool } from './checks/run-tool.ts';
import { ensureChromium } from './chromium.ts';
import { newSeed, runVitest } from './unit/run-vitest.ts';
import { closingLine } from './unit/test-counts.ts';

const USAGE = `npm run e2e                         the browser tests
npm run e2e -- WORD …               the files whose path contains one of the words; options of Vitest may follow
npm run e2e -- --screens [NAME …]   pictures of every screen, or of those whose names begin so, into the ignored folder screens
npm run e2e -- --demo               compares what the demo of a running program has delivered with the sample provider's totals
npm run e2e -- --gallery            serves the gallery of the console's parts until Ctrl-C`;

/** `npm run e2e` runs the browser tests. */
async function main(): Promise<number> {
  const root = join(import.meta.dirname, '..');
  const options = process.argv.slice(2);
  if (options.includes('--help') || options.includes('-h')) printUsage(USAGE);
  if (options.includes('--demo')) {
    const { code, output } = await runTool(root, 'node', ['scripts/demo/demo-verify.ts']);
    console.log(output);
    return code;
  }
  if (options.includes('--gallery')) {
    await showGallery();
    return 0;
  }
  if (options.includes('--screens')) {
    ensureChromium();
    const beginnings = options.filter((option) => option !== '--screens');
    const findings = asFindings(await runTool(root, 'node', ['e2e/screens.ts', ...beginnings]), 'screens');
    for (const finding of findings) console.error(finding);
    return findings.length;
  }
  expectVitestOptions(USAGE, options);
  ensureChromium();
  const config = 'e2e/vitest.config.ts';
  const counts = await runVitest(root, { name: 'browser', config, options, seed: newSeed() });
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
