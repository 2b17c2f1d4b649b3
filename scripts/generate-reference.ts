import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readAllTaggedTests, type TaggedTest } from './checks/proofs/proof-tests.ts';
import type { Tree } from './checks/tree.ts';
import type { Generator } from './generator.ts';
import { apiPage } from './reference/api-page.ts';
import { caseTestsPage } from './reference/case-tests-page.ts';
import { connectorTestsPage } from './reference/connector-tests-page.ts';
import { connectorsPage } from './reference/connectors-page.ts';
import { coveragePage } from './reference/coverage-page.ts';
import { destinationTypesPage } from './reference/destination-types-page.ts';
import { engineRulesPage } from './reference/engine-rules-page.ts';
import { environmentPage } from './reference/environment-page.ts';
import { errorsPage } from './reference/errors-page.ts';
import { keyTypesPage } from './reference/key-types-page.ts';
import { keyVerificationPage } from './reference/key-verification-page.ts';
import { conversionsPage } from './reference/language/conversions-page.ts';
import { diagnosticPages } from './reference/language/diagnostic-pages.ts';
import { functionsPage } from './reference/language/functions-page.ts';
import { grammarPage } from './reference/language/grammar-page.ts';
import { indexPage } from './reference/language/index-page.ts';
import { parametersPage } from './reference/language/parameters-page.ts';
import { sqlPage } from './reference/language/sql-page.ts';
import { typesPage } from './reference/language/types-page.ts';
import { permissionsPage } from './reference/permissions-page.ts';
import { requirementsPage } from './reference/security/requirements-page.ts';
import { readCoverage } from './reference/spec-coverage/coverage.ts';
import { statusesPage } from './reference/statuses-page.ts';

const root = join(import.meta.dirname, '..');

/** Every page of docs/reference, each made from the code it describes. */
const PAGES: Readonly<Record<string, (tree: Tree, tests: readonly TaggedTest[]) => string | Promise<string>>> = {
  'api.md': () => apiPage(readFileSync(join(root, 'packages/server/schema.graphql'), 'utf8')),
  'cases.md': (tree, tests) => caseTestsPage(tests, tree),
  'connector-tests.md': (tree, tests) => connectorTestsPage(tests, tree),
  'connectors.md': connectorsPage,
  'coverage.md': (tree, tests) => coveragePage(readCoverage(tree, tests)),
  'engine-rules.md': engineRulesPage,
  'environment.md': environmentPage,
  'destination-types.md': destinationTypesPage,
  'errors.md': errorsPage,
  'key-types.md': keyTypesPage,
  'key-verification.md': keyVerificationPage,
  'language/README.md': indexPage,
  'language/conversions.md': conversionsPage,
  'language/functions.md': functionsPage,
  'language/grammar.md': grammarPage,
  'language/parameters.md': parametersPage,
  'language/sql.md': sqlPage,
  'language/types.md': typesPage,
  'permissions.md': permissionsPage,
  'security-requirements.md': requirementsPage,
  'statuses.md': statusesPage,
};

export const generator: Generator = { owns: /^docs\/reference\/.*\.md$/, make: referencePages };

async function referencePages(tree: Tree): Promise<ReadonlyMap<string, string>> {
  const tests = readAllTaggedTests(tree);
  const texts = new Map<string, string>();
  for (const [name, page] of Object.entries(PAGES)) texts.set(name, await page(tree, tests));
  for (const [name, page] of Object.entries(diagnosticPages()))
    texts.set(posix.join('language/diagnostics', name), page);
  return new Map(
    [...texts].map(([name, page]) => [
      posix.join('docs/reference', name),
      `<!-- Made by npm run generate. Do not edit. -->\n\n${page.trim()}\n`,
    ]),
  );
}
