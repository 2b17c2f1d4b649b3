import type { Client } from 'pg';

export type OwnerColumn = 'account_id' | 'person_id';
export type Column = {
  readonly name: string;
  readonly type: string;
  /** Whether a row may leave it out. */
  readonly isOptional: boolean;
  /** The texts that a constraint allows; empty when it allows any. */
  readonly choices: readonly string[];
};
/** `owner`: the column by which rows of an account or person are found, null when all rows are everybody's. */
export type Reference = {
  readonly table: string;
  readonly owner: OwnerColumn | 'id' | null;
  /** Pairs of the referring column and the one that it refers to. */
  readonly columns: readonly (readonly [string, string])[];
};
export type Table = {
  readonly name: string;
  readonly owner: OwnerColumn;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
  /** Columns by the name of the constraint that checks them. */
  readonly checks: ReadonlyMap<string, readonly string[]>;
};

type Row = {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly optional: boolean }[];
  readonly checks:
    | readonly { readonly name: string; readonly text: string; readonly columns: readonly string[] }[]
    | null;
  readonly keys:
    | readonly { readonly table: string; readonly from: readonly string[]; readonly to: readonly string[] }[]
    | null;
};

const TABLES = `
  select c.relname as name,
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null), 'optional', not attnotnull or atthasdef) order by attnum)
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '') as columns,
    (select json_agg(json_build_object('name', conname, 'text', pg_get_constraintdef(o.oid), 'columns', (select coalesce(json_agg(attname), '[]')
        from pg_attribute where attrelid = c.oid and attnum = any(conkey))))
      from pg_constraint o where conrelid = c.oid and contype = 'c') as checks,
    (select json_agg(json_build_object('table', confrelid::regclass::text,
        'from', (select json_agg(attname order by place) from unnest(conkey) with ordinality as k(number, place)
          join pg_attribute on attrelid = conrelid and attnum = number),
        'to', (select json_agg(attname order by place) from unnest(confkey) with ordinality as k(number, place)
          join pg_attribute on attrelid = confrelid and attnum = number)) order by o.oid)
      from pg_constraint o where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as keys
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.oid`;

/** Tables whose rows belong to an account or a person, as the database describes them. */
export async function readTables(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Row>(TABLES);
  const ownerOf = (name: string): OwnerColumn | null => {
    const columns = rows.find((row) => row.name === name)?.columns.map((column) => column.name) ?? [];
    return (['account_id', 'person_id'] as const).find((column) => columns.includes(column)) ?? null;
  };
  return rows.flatMap(({ name, columns, checks, keys }): Table[] => {
    const owner = ownerOf(name);
    if (owner === null) return [];
    return [
      {
        name,
        owner,
        columns: columns.map((column) => ({
          name: column.name,
          type: column.type,
          isOptional: column.optional,
          choices: choicesOf(column.name, checks ?? []),
        })),
        checks: new Map((checks ?? []).map((check) => [check.name, check.columns])),
        references: (keys ?? []).map(({ table, from, to }) => ({
          table,
          owner: table === 'account' || table === 'person' ? ('id' as const) : ownerOf(table),
          columns: from.map((column, index) => [column, to[index] ?? ''] as const),
        })),
      },
    ];
  });
}

function choicesOf(
  column: string,
  checks: readonly { readonly text: string; readonly columns: readonly string[] }[],
): readonly string[] {
  const check = checks.find(
    ({ text, columns }) => columns.length === 1 && columns[0] === column && text.includes('ANY (ARRAY['),
  );
  return [...(check?.text ?? '').matchAll(/'([^']*)'::text/g)].map(([, choice = '']) => choice);
}
