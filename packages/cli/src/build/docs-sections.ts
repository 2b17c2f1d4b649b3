/** The pages of the documentation in their order, below docs/. Pages that are not here are reached from these. */
export const DOCS_SECTIONS = [
  { title: 'Switchboard', pages: ['glossary.md', 'operations.md', 'scale-out.md', 'security.md'] },
  {
    title: 'Scripts',
    pages: [
      'reference/language/README.md',
      'reference/language/grammar.md',
      'reference/language/types.md',
      'reference/language/functions.md',
      'reference/language/parameters.md',
      'reference/language/conversions.md',
      'reference/language/sql.md',
      'reference/language/diagnostics/README.md',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'reference/connectors.md',
      'reference/key-types.md',
      'reference/api.md',
      'reference/errors.md',
      'reference/statuses.md',
      'reference/permissions.md',
      'reference/environment.md',
    ],
  },
  {
    title: 'Runbooks',
    pages: [
      'runbooks/README.md',
      'runbooks/audit-stream-failing.md',
      'runbooks/clock-refused.md',
      'runbooks/connections-busy.md',
      'runbooks/database-down.md',
      'runbooks/event-loop-slow.md',
      'runbooks/failures.md',
      'runbooks/key-suspended.md',
      'runbooks/not-scraped.md',
      'runbooks/overloaded.md',
      'runbooks/part-failing.md',
      'runbooks/process-down.md',
      'runbooks/queue-old.md',
      'runbooks/units-past-lease.md',
    ],
  },
  {
    title: 'Guarantees',
    pages: [
      'reference/engine-rules.md',
      'reference/security-requirements.md',
      'reference/coverage.md',
      'design/console-findings.md',
      'design/operations-findings.md',
      'reference/connector-tests.md',
      'reference/destination-types.md',
      'reference/cases.md',
      'reference/key-verification.md',
    ],
  },
] as const;

/** Files of docs/ that are served as they are, and their names. */
export const DOCS_FILES = [
  { path: 'reference/third-party-notices.txt', name: 'Licences of third-party software' },
  { path: 'reference/sbom.cdx.json', name: 'Bill of materials (CycloneDX)' },
] as const;

/** The address of a page of docs/, as the server serves it. */
export function docsAddress(path: string): string {
  return `/docs/${path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')}`;
}
