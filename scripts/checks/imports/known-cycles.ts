/** Files that still stand in a cycle. Remove a file once it is out of it; add none. */
export const KNOWN_CYCLES: ReadonlySet<string> = new Set([
  'packages/connectors/src/key-forms/load-key-form.ts',
  'packages/connectors/src/key-forms/verify-key.ts',
  'packages/server/src/db/after-commit.ts',
  'packages/server/src/db/database.ts',
  'packages/server/src/graphql/context.ts',
  'packages/server/src/graphql/loaders.ts',
  'packages/server/src/pipeline/flows/between-scripts.ts',
  'packages/server/src/pipeline/flows/start-flows.ts',
  'packages/server/src/pipeline/flows/waiting-uploads.ts',
  'packages/server/src/pipeline/sources/probe.ts',
  'packages/server/src/pipeline/sources/waiting-dates.ts',
]);
