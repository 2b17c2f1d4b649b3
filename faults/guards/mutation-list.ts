import type { Guard } from './guard.ts';

/** A small mistake in one place of the product, and tests of `npm test` of which one must then fail. */
type Mutation = Guard;

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: texts of source files. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'rounding of short numbers',
    file: 'packages/model/src/format.ts',
    text: 'Math.round((value / unit.value) * 10) / 10',
    replacement: 'Math.floor((value / unit.value) * 10) / 10',
    tests: ['packages/model/src/format.test.ts'],
  },
  {
    name: 'index of a list, ignored',
    file: 'packages/language/src/emit/duckdb/expressions.ts',
    text: 'listPosition(Number(node.index.value))',
    replacement: 'listPosition(0)',
    tests: ['packages/language/test/samples.test.ts'],
  },
  {
    name: 'transition of a final status, allowed',
    file: 'packages/model/src/status/status.ts',
    text: "STOPPED: { label: 'Completed', tone: 'completed', next: [], isFinal: true },\n  SKIPPED",
    replacement: "STOPPED: { label: 'Completed', tone: 'completed', next: ['PENDING'], isFinal: true },\n  SKIPPED",
    tests: ['packages/model/src/status'],
  },
  {
    name: 'event outside its transaction',
    file: 'packages/server/src/features/backfills/launch-backfill.ts',
    text: 'return await database.withAccount(input.accountId, (tx) => insertBackfill(tx, input, uploads));',
    replacement: `const { accountId, person, title, start, end } = input;
      const parameters = { person: person.name, title, uploads: uploads[0] ?? '', start, end };
      await database.withAccount(accountId, (tx) =>
        recordEvent(tx, { accountId, purpose: 'backfill', severity: 'info', code: 'BACKFILL_LAUNCHED', parameters }),
      );
      return await database.withAccount(accountId, (tx) => insertBackfill(tx, input, uploads));`,
    tests: ['packages/server/src/features/backfills/launch-backfill.test.ts'],
  },
  {
    name: 'text of a toast',
    file: 'packages/console/src/screens/backfills/launch/use-launch.ts',
    text: "toastDone('Backfill launched')",
    replacement: "toastDone('Backfill started')",
    tests: ['packages/console/src/screens/backfills/launch'],
  },
  {
    name: 'operator of a filter',
    file: 'packages/server/src/graphql/list-arguments.ts',
    text: 'sql`${column} >= ${`${from}T00:00:00Z`}::timestamptz`',
    replacement: 'sql`${column} > ${`${from}T00:00:00Z`}::timestamptz`',
    tests: ['packages/server/src/features/backfills/graphql.test.ts', 'packages/server/src/features/events'],
  },
  {
    name: 'timezone of a schedule, dropped',
    file: 'packages/model/src/schedule/schedule.ts',
    text: 'instantOfLocal(addDays(day, Math.floor(hour / 24)), hour % 24, schedule.timezone)',
    replacement: "instantOfLocal(addDays(day, Math.floor(hour / 24)), hour % 24, 'UTC')",
    tests: ['packages/model/src/schedule'],
  },
  {
    name: 'number of retries',
    file: 'packages/engine/src/retry.ts',
    text: 'if (retryCount + 1 < limit) {',
    replacement: 'if (retryCount < limit) {',
    tests: ['packages/engine/src/retry.test.ts'],
  },
  {
    name: 'fence of a unit',
    file: 'packages/server/src/units/unit.ts',
    text: "if (!row || row.attempt !== unit.attempt || row.state !== 'running') {",
    replacement: "if (!row || row.state !== 'running') {",
    tests: ['packages/server/src/units'],
  },
  {
    name: 'permission of a role',
    file: 'packages/model/src/permissions.ts',
    text: "developer: ['view', ...OPERATE, ...DEVELOP],",
    replacement: "developer: ['view', ...OPERATE, ...DEVELOP, ...GOVERN],",
    tests: ['packages/model/src/permissions.test.ts'],
  },
  {
    name: 'end of a page',
    file: 'packages/server/src/graphql/paging.ts',
    text: 'const more = found.length > page.size;',
    replacement: 'const more = found.length >= page.size;',
    tests: ['packages/server/src/graphql/paging.test.ts'],
  },
  {
    name: 'quotes of a CSV value',
    file: 'packages/connectors/src/delivery/change-delimiter.ts',
    text: 'if (holds && !quoted) {',
    replacement: 'if (holds && quoted) {',
    tests: ['packages/connectors/src/delivery/file-form.test.ts'],
  },
];
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: texts of source files. */
