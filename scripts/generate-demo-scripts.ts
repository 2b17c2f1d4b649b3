import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { demoScripts } from '@switchboard/server/demo-scripts';

const FOLDER = join(import.meta.dirname, '../demo');
/** The demo itself names its own provider, and its number of report dates. */
const SETTINGS = { providerUrl: 'https://provider.example', days: 30 };

/** Writes the scripts of the demo's accounts beside their fixtures, so that `switchboard test` runs them. */
for (const account of ['acme', 'globex'] as const) {
  const root = join(FOLDER, account);
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.sbs')) rmSync(join(root, name));
  for (const { path, text } of demoScripts(account, SETTINGS)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `// Made by \`npm run generate\` from the demo. Its fixtures are beside it.\n${text}`);
  }
}
