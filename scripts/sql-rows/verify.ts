import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../checks/run-tool.ts';
import { type RecordedStatement, readRecordings } from './recorded.ts';
import { findSites, type Site, sitesOf } from './sites.ts';

export type RowReport = {
  /** Statements whose rows the code asserts. */
  readonly statements: number;
  /** Statements that no test ran. */
  readonly unseen: readonly string[];
  /** Asserted row types that the database contradicts. */
  readonly wrong: readonly string[];
};

/** The type of an untyped `null` in a select list. */
const TEXT = 25;

/** Types that `pg` returns for PostgreSQL types, by the type's oid. */
const KINDS: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Uint8Array',
  20: 'number',
  21: 'number',
  23: 'number',
  26: 'number',
  114: 'json',
  700: 'number',
  701: 'number',
  1114: 'Date',
  1184: 'Date',
  1007: 'number[]',
  1009: 'string[]',
  1016: 'string[]',
  1022: 'number[]',
  2951: 'string[]',
  3802: 'json',
};

/** Compares the row types asserted in the server's code with the columns that the database returned in the tests. */
export async function verifyRows(root: string): Promise<RowReport> {
  const server = join(root, 'packages/server');
  const paths = globSync('src/**/*.ts', { cwd: server }).filter((path) => !path.endsWith('.test.ts'));
  const sites = paths.flatMap((path) => findSites(path, readFileSync(join(server, path), 'utf8')));
  const found = new Map<Site, RecordedStatement[]>();
  for (const statement of readRecordings(root)) {
    for (const site of sitesOf(statement.text, sites)) found.set(site, [...(found.get(site) ?? []), statement]);
  }
  const unseen = sites.filter((site) => !found.has(site)).map(placeOf);
  return { statements: sites.length, unseen, wrong: await compareTypes(root, paths, found) };
}

/** Compares each row type with the columns returned, by compiling a copy of its file. */
async function compareTypes(
  root: string,
  paths: readonly string[],
  found: ReadonlyMap<Site, readonly RecordedStatement[]>,
): Promise<string[]> {
  // Inside the package, so that imports resolve as they do from `src`.
  const copy = join(root, 'packages/server/.sql-rows');
  rmSync(copy, { recursive: true, force: true });
  try {
    for (const path of paths) {
      mkdirSync(join(copy, path, '..'), { recursive: true });
      cpSync(join(root, 'packages/server', path), join(copy, path));
    }
    const origins = new Map<string, Site>();
    const byPath = Map.groupBy(found, ([site]) => site.path);
    for (const [path, entries] of byPath) {
      const checks = entries.map(([site, statements], index) => {
        origins.set(`${path} ${index}`, site);
        return `export const row_check_${index}: ${mismatchOf(site, statements)} = {};`;
      });
      const text = readFileSync(join(copy, path), 'utf8');
      writeFileSync(join(copy, path), `${text}\n${checks.join('\n')}\n`);
    }
    writeFileSync(join(copy, 'src/row-mismatch.ts'), MISMATCH);
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(SETTINGS));
    const { code, output } = await runTool(root, 'tsc', ['--project', copy, '--pretty', 'false']);
    if (code === 0) return [];
    // A diagnostic of the compiler: its line, then indented details.
    return output.split(/\n(?! )/).map((diagnostic) => {
      const at = /^\S*\.sql-rows\/(\S+?)\((\d+),/.exec(diagnostic);
      if (!at) return diagnostic;
      const line = readFileSync(join(copy, at[1] ?? ''), 'utf8').split('\n')[Number(at[2]) - 1] ?? '';
      const site = origins.get(`${at[1]} ${/row_check_(\d+)/.exec(line)?.[1]}`);
      return site ? `${placeOf(site)}: ${diagnostic.replace(/^.*?: error /, '')}` : diagnostic;
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function mismatchOf(site: Site, statements: readonly RecordedStatement[]): string {
  const columns = statements.map((statement) => {
    const types = Object.entries(statement.columns).map(([name, { oid, hasNull, hasValue }]) => {
      const kind = hasNull && !hasValue && oid === TEXT ? 'null' : (KINDS[oid] ?? 'string');
      return `${JSON.stringify(name)}: ['${kind}', ${hasNull}]`;
    });
    return `import('${relativeTo(site.path)}').Mismatch<${site.row}, { ${types.join('; ')} }>`;
  });
  return [...new Set(columns)].join(' & ');
}

const placeOf = ({ path, line }: Site): string => `packages/server/${path}:${line}`;

const relativeTo = (path: string): string => `${'../'.repeat(path.split('/').length - 2) || './'}row-mismatch.ts`;

const SETTINGS = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    lib: ['es2025', 'esnext.array'],
    types: ['node'],
    noUnusedLocals: false,
    noUnusedParameters: false,
  },
  include: ['src', '../../engine/src/**/*.d.ts'],
};

/** A type without properties when the row type fits the columns; else with one required property for each fault. */
const MISMATCH = `
type Value<Kind> = Kind extends 'boolean' ? boolean : Kind extends 'number' ? number
  : Kind extends 'Date' ? Date : Kind extends 'Uint8Array' ? Uint8Array : Kind extends 'string[]' ? readonly string[]
  : Kind extends 'number[]' ? readonly number[] : string;
type Fits<T, Kind, HasNull> = unknown extends T ? true
  : [HasNull, null] extends [true, T] | [false, unknown]
    ? Kind extends 'json' | 'null' ? true : [NonNullable<T>] extends [Value<Kind>] ? true : false
    : false;
export type Mismatch<Row, Columns extends Record<string, [string, boolean]>> = {
  [K in keyof Row & string as K extends keyof Columns
    ? Fits<Row[K], Columns[K][0], Columns[K][1]> extends true
      ? never
      : \`column \${K} is \${Columns[K][0]}\${Columns[K][1] extends true ? ' or null' : ''}\`
    : undefined extends Row[K] ? never : \`column \${K} is not in the result\`]: true;
};
`;
