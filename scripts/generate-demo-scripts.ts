import { posix } from 'node:path';
import { demoScripts } from '@switchboard/server/demo-scripts';
import type { Generator } from './generator.ts';

/** The demo itself names its own provider, and its number of report dates. */
const SETTINGS = { providerUrl: 'https://provider.example', days: 30 };

/** The scripts of the demo's accounts beside their fixtures, so that `switchboard test` runs them. */
export const generator: Generator = {
  owns: /^demo\/(?:acme|globex)\/.*\.sbs$/,
  make: () =>
    new Map(
      (['acme', 'globex'] as const).flatMap((account) =>
        demoScripts(account, SETTINGS).map(({ path, text }) => [
          posix.join('demo', account, path),
          `// Made by \`npm run generate\` from the demo. Its fixtures are beside it.\n${text}`,
        ]),
      ),
    ),
};
