import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './checks/run-tool.ts';

/** In this order: each may read what the one before has written. */
const GENERATORS = [
  'generate-tokens.ts',
  'generate-connectors.ts',
  'generate-tables.ts',
  'generate-schema.ts',
  'generate-graphql.ts',
  'generate-reference.ts',
  'generate-demo-scripts.ts',
];

/** `npm run generate`: writes everything that is made from something else, all of it committed. */
async function main(): Promise<number> {
  const root = join(import.meta.dirname, '..');
  for (const name of GENERATORS) {
    if (!existsSync(join(root, 'scripts', name))) continue;
    const started = performance.now();
    const { code, output } = await runTool(root, 'node', [join('scripts', name)]);
    if (code !== 0) {
      console.error(`${name} failed:\n${output}`);
      return 1;
    }
    console.log(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return 0;
}

process.exitCode = await main();
