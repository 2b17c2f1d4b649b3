import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Optional } from '../../graphql/list-arguments.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import type { Batch } from '../../graphql/loaders.ts';
import { type PageArguments, type PageRequest, type Placed, readPage } from '../../graphql/paging.ts';
import { NEXT_PROBE } from '../transfers/downloads/queries-probes.ts';
import { sourcesWithHistory } from './queries-plan.ts';

export type DeclarationRow = {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly status: string;
  readonly status_reason: string | null;
  readonly key_id: string | null;
};
export type SourceRow = DeclarationRow & {
  readonly connector: string;
  readonly last_probe: Date | null;
  readonly next_probe: Date | null;
};
export type ExportRow = DeclarationRow & {
  readonly destination: string;
  readonly deadline: string | null;
  readonly next_deadline: Date | null;
};

/** Rows of a page of declarations: the maximum and the default. */
export const DECLARATIONS_PAGE = 1_000;
const NAME: SortColumn = { name: 'name', type: 'text', nullable: false };

/** @throws RequestError BAD_REQUEST */
export const readDeclarationsPage = (list: string, args: PageArguments): PageRequest =>
  readPage(args, { order: list, size: DECLARATIONS_PAGE, limit: DECLARATIONS_PAGE, sortedBy: 'text' });

/** Positions of published declarations, sorted by name. */
export const findDeclarations = (
  tx: Tx,
  accountId: string,
  table: 'download_declaration' | 'upload_declaration',
  page: PageRequest,
  conditions: readonly RawBuilder<unknown>[] = [],
) => {
  const filter = { conditions: [sql`d.status <> 'removed'`, ...conditions] };
  return findPage(tx, { table, accountId, sort: NAME, direction: 'ASC', filter }, page);
};

export type SourceFilter = Optional<{
  importName: string;
  project: string;
  can_backfill: boolean;
  include_suspended: boolean;
}>;

async function canBackfill(tx: Tx, accountId: string, wanted: boolean): Promise<RawBuilder<unknown>> {
  const names = await sourcesWithHistory(tx, accountId);
  return wanted ? sql`d.name = any(${[...names]}::text[])` : sql`d.name <> all(${[...names]}::text[])`;
}

/** A page of the published download declarations, sorted by name. */
export async function listSources(
  tx: Tx,
  accountId: string,
  page: PageRequest,
  filter: SourceFilter = {},
): Promise<Placed<SourceRow>[]> {
  const conditions = [
    ...(filter.importName ? [sql`d.name = ${filter.importName}`] : []),
    ...(filter.project ? [sql`d.project = ${filter.project}`] : []),
    ...(filter.include_suspended === false ? [sql`d.status <> 'suspended'`] : []),
    ...(filter.can_backfill == null ? [] : [await canBackfill(tx, accountId, filter.can_backfill)]),
  ];
  return place(await findDeclarations(tx, accountId, 'download_declaration', page, conditions), async (ids) =>
    byId(await readSources(tx, accountId, sql`id = any(${[...ids]}::uuid[])`)),
  );
}

/** A page of the published upload declarations, sorted by name. */
export async function listExports(tx: Tx, accountId: string, page: PageRequest): Promise<Placed<ExportRow>[]> {
  return place(await findDeclarations(tx, accountId, 'upload_declaration', page), async (ids) =>
    byId(await readExports(tx, accountId, sql`id = any(${[...ids]}::uuid[])`)),
  );
}

/** The published download declaration with this name; null when it does not exist. */
export async function sourceNamed(tx: Tx, accountId: string, name: string): Promise<SourceRow | null> {
  return (await readSources(tx, accountId, sql`name = ${name}`))[0] ?? null;
}

/** The published upload declaration with this name; null when it does not exist. */
export async function exportNamed(tx: Tx, accountId: string, name: string): Promise<ExportRow | null> {
  return (await readExports(tx, accountId, sql`name = ${name}`))[0] ?? null;
}

/** The published upload declarations with these names. */
export const exportsNamed: Batch<ExportRow> = async (tx, accountId, names) => {
  const rows = await readExports(tx, accountId, sql`name = any(${[...names]}::text[])`);
  return new Map(rows.map((row) => [row.name, row]));
};

const byId = <Row extends DeclarationRow>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

async function readSources(tx: Tx, accountId: string, which: RawBuilder<unknown>): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select id, name, project, status, status_reason, key_id, connector, last_probe, ${NEXT_PROBE} as next_probe from download_declaration
    where account_id = ${accountId} and status <> 'removed' and ${which}
  `.execute(tx);
  return rows;
}

async function readExports(tx: Tx, accountId: string, which: RawBuilder<unknown>): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select id, name, project, status, status_reason, key_id, destination,
      deadline_time || ' ' || deadline_timezone as deadline, next_deadline
    from upload_declaration
    where account_id = ${accountId} and status <> 'removed' and ${which}
  `.execute(tx);
  return rows;
}
