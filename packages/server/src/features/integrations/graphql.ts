import { sql } from 'kysely';
import { type Builder, builder as schemaBuilder } from '../../graphql/builder.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { NEXT_PROBE } from '../downloads/queries-probes.ts';

type DeclarationRow = {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly status: string;
  readonly status_reason: string | null;
  readonly key_name: string | null;
};
type SourceRow = DeclarationRow & {
  readonly connector: string;
  readonly last_probe: Date | null;
  readonly next_probe: Date | null;
};
type ExportRow = DeclarationRow & {
  readonly destination: string;
  readonly deadline: string | null;
  readonly next_deadline: Date | null;
};

const sourceRef = schemaBuilder.objectRef<SourceRow>('SourceBundle');
const exportRef = schemaBuilder.objectRef<ExportRow>('ExportDeclaration');
const MOST = 1000;
const VIEW = { permission: 'view' } as const;
const DEVELOP = { permission: 'develop-scripts' } as const;

function readSources(context: GraphqlContext, name: string | null): Promise<SourceRow[]> {
  return inAccount(context, async (tx, accountId) => {
    const found = await sql<SourceRow>`
      select id, name, project, status, status_reason, key_name, connector, last_probe, ${NEXT_PROBE} as next_probe from source
      where account_id = ${accountId} and status <> 'removed' and (${name}::text is null or name = ${name})
      order by name limit ${MOST}
    `.execute(tx);
    return found.rows;
  });
}

function readExports(context: GraphqlContext, name: string | null): Promise<ExportRow[]> {
  return inAccount(context, async (tx, accountId) => {
    const found = await sql<ExportRow>`
      select id, name, project, status, status_reason, key_name, destination,
        deadline_time || ' ' || deadline_timezone as deadline, next_deadline
      from upload_declaration
      where account_id = ${accountId} and status <> 'removed' and (${name}::text is null or name = ${name})
      order by name limit ${MOST}
    `.execute(tx);
    return found.rows;
  });
}

/** Unsuspends by name, and answers with the declaration as it is then. */
async function activate<Row>(
  context: GraphqlContext,
  kind: 'download' | 'upload',
  input: { readonly name: string; readonly status: string },
  read: (context: GraphqlContext, name: string) => Promise<Row[]>,
): Promise<Row | NotFound> {
  if (input.status !== 'active') throw badRequest(`The status can be set to active, not to ${input.status}.`);
  const missing = new NotFound(`There is no published ${kind} ${input.name.slice(0, 200)}.`);
  if (!(await context.transfers.unsuspend(context.session, kind, input.name))) return missing;
  const [row] = await read(context, input.name);
  return row ?? missing;
}

function defineTypes(): void {
  sourceRef.implement({
    description: 'A published download declaration and how it stands.',
    authScopes: VIEW,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'connector' in value,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      bundle_name: t.exposeString('name', { description: "The declaration's name." }),
      project: t.exposeString('project', { description: 'The project that declares it.' }),
      import_type: t.exposeString('connector', { description: 'The connector it downloads with.' }),
      status: t.exposeString('status', { description: 'active or suspended.' }),
      status_reason: t.exposeString('status_reason', { nullable: true, description: 'Why it is suspended.' }),
      credential: t.exposeString('key_name', { nullable: true, description: 'The name of its key.' }),
      last_probe: t.expose('last_probe', {
        type: 'DateTime',
        nullable: true,
        description: 'When its source was last asked.',
      }),
      next_probe: t.expose('next_probe', {
        type: 'DateTime',
        nullable: true,
        description: 'When its source is asked next; null when no time is planned.',
      }),
    }),
  });
  exportRef.implement({
    description: 'A published upload declaration and how it stands.',
    authScopes: VIEW,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'destination' in value && !('flow_id' in value),
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      name: t.exposeString('name', { description: "The declaration's name." }),
      project: t.exposeString('project', { description: 'The project that declares it.' }),
      status: t.exposeString('status', { description: 'active or suspended.' }),
      status_reason: t.exposeString('status_reason', { nullable: true, description: 'Why it is suspended.' }),
      credential: t.exposeString('key_name', { nullable: true, description: 'The name of its key.' }),
      destination: t.exposeString('destination', { description: 'Where it goes, as shown to people.' }),
      deadline: t.exposeString('deadline', {
        nullable: true,
        description: 'The time of day and timezone by which it is to be done, its own or the account’s; null without.',
      }),
      next_deadline: t.expose('next_deadline', {
        type: 'DateTime',
        nullable: true,
        description: 'When that is looked at next.',
      }),
    }),
  });
}

/** The published declarations: how they stand, and setting suspended ones going again. */
export function defineDeclarations(builder: Builder): void {
  defineTypes();
  const first = {
    first: schemaBuilder.args((t) => ({ first: t.int({ description: 'At most so many, up to 1000.' }) })).first,
  };
  const limited = <Row>(rows: Row[], count: number | null | undefined): Row[] =>
    rows.slice(0, Math.max(0, Math.min(count ?? MOST, MOST)));
  builder.queryFields((t) => ({
    source_bundles: t.field({
      type: [sourceRef],
      authScopes: VIEW,
      description: 'The published download declarations, by name.',
      args: first,
      resolve: async (_root, args, context) => limited(await readSources(context, null), args.first),
    }),
    export_declarations: t.field({
      type: [exportRef],
      authScopes: VIEW,
      description: 'The published upload declarations, by name.',
      args: first,
      resolve: async (_root, args, context) => limited(await readExports(context, null), args.first),
    }),
  }));
  const saveSource = schemaBuilder.unionType('SaveSourceBundleResult', {
    description: 'The declaration as it is now, or why it stays as it was.',
    types: [sourceRef, notFoundRef],
  });
  const saveExport = schemaBuilder.unionType('SaveExportResult', {
    description: 'The declaration as it is now, or why it stays as it was.',
    types: [exportRef, notFoundRef],
  });
  const args = schemaBuilder.args((t) => ({
    name: t.string({ required: true, description: "The declaration's name." }),
    status: t.string({ required: true, description: 'active, to unsuspend it.' }),
  }));
  builder.mutationFields((t) => ({
    save_source_bundle: t.field({
      type: saveSource,
      authScopes: DEVELOP,
      description: 'Unsuspends a download: missed and failed report dates within its lookback are caught up.',
      args,
      resolve: (_root, input, context) => activate(context, 'download', input, readSources),
    }),
    save_export: t.field({
      type: saveExport,
      authScopes: DEVELOP,
      description: 'Unsuspends an upload: what waited and what failed lately is sent.',
      args,
      resolve: (_root, input, context) => activate(context, 'upload', input, readExports),
    }),
  }));
}
