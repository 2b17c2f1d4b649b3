import { join } from 'node:path';
import { showGallery } from '../e2e/gallery/show-gallery.ts';
import { asFindings, runTool } from './checks/run-tool.ts';
import { ensureChromium } from './chromium.ts';
import { newSeed, runVitest } from './unit/run-vitest.ts';
import { closingLine } from './unit/test-counts.ts';

/**
 * `npm run e2e` runs the browser tests. `-- --screens` takes pictures of every screen into the ignored folder `screens` instead,
 * `-- --screens downloads` those whose names begin so; `-- --demo` compares what the demo of a running program has delivered
 * with the sample provider's own totals; `-- --gallery` serves the gallery of the console's parts until Ctrl-C.
 */
async function main(): Promise<number> {
  const root = join(import.meta.dirname, '..');
  const options = process.argv.slice(2);
  if (options.includes('--demo')) {
    const { code, output } = await runTool(root, 'node', ['scripts/demo/demo-verify.ts']);
    console.log(output);
    return code;
  }
  if (options.includes('--gallery')) {
    await showGallery();
    return 0;
  }
  ensureChromium();
  if (options.includes('--screens')) {
    const beginnings = options.filter((option) => option !== '--screens');
    const findings = asFindings(await runTool(root, 'node', ['e2e/screens.ts', ...beginnings]), 'screens');
    for (const finding of findings) console.error(finding);
    return findings.length;
  }
  const config = 'e2e/vitest.config.ts';
  const counts = await runVitest(root, { name: 'browser', config, options, seed: newSeed() });
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
