import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './reference/api-page.ts';
import { connectorsPage } from './reference/connectors-page.ts';
import { environmentPage } from './reference/environment-page.ts';
import { errorsPage } from './reference/errors-page.ts';
import { diagnosticsPage, languagePage } from './reference/language-page.ts';
import { permissionsPage } from './reference/permissions-page.ts';
import { statusesPage } from './reference/statuses-page.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'reference');

/** Every page of docs/reference, each made from the code it describes. */
const PAGES: Readonly<Record<string, () => string>> = {
  'api.md': () => apiPage(readFileSync(join(root, 'packages/server/schema.graphql'), 'utf8')),
  'connectors.md': connectorsPage,
  'diagnostics.md': diagnosticsPage,
  'environment.md': environmentPage,
  'errors.md': errorsPage,
  'language.md': languagePage,
  'permissions.md': permissionsPage,
  'statuses.md': statusesPage,
};

mkdirSync(folder, { recursive: true });
for (const [name, page] of Object.entries(PAGES)) {
  const text = `<!-- Made by npm run generate. Do not edit. -->\n\n${page().trim()}\n`;
  writeFileSync(join(folder, name), text);
}
