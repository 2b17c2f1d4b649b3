import type { Tx } from '../../db/database.ts';
import { type Builder, builder as schemaBuilder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { load } from '../../graphql/loaders.ts';
import { toConnection } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { CREDENTIAL, credentialRef } from '../keys/graphql-credential.ts';
import {
  DECLARATIONS_PAGE,
  type ExportRow,
  exportNamed,
  listExports,
  listSources,
  readDeclarationsPage,
  type SourceRow,
  sourceNamed,
} from './queries.ts';

const sourceRef = schemaBuilder.objectRef<SourceRow>('SourceBundle');
const exportRef = schemaBuilder.objectRef<ExportRow>('ExportDeclaration');
const VIEW = { permission: 'view' } as const;
const DEVELOP = { permission: 'develop-scripts' } as const;

/** Unsuspends by name, and answers with the declaration as it is then. */
async function activate<Row>(
  context: GraphqlContext,
  kind: 'download' | 'upload',
  input: { readonly name: string; readonly status: string },
  read: (tx: Tx, accountId: string, name: string) => Promise<Row | null>,
): Promise<Row | NotFound> {
  if (input.status !== 'active') throw badRequest(`The status can be set to active, not to ${input.status}.`);
  const missing = new NotFound(`There is no published ${kind} ${input.name.slice(0, 200)}.`);
  if (!(await context.transfers.unsuspend(context.session, kind, input.name))) return missing;
  return (await inAccount(context, (tx, accountId) => read(tx, accountId, input.name))) ?? missing;
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
      credential: t.field({
        type: credentialRef,
        nullable: true,
        description: 'Its key; null when it needs none, or when there is none of that name.',
        resolve: (row, _args, context) => (row.key_name === null ? null : load(context, CREDENTIAL, row.key_name)),
      }),
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
      credential: t.field({
        type: credentialRef,
        nullable: true,
        description: 'Its key; null when it needs none, or when there is none of that name.',
        resolve: (row, _args, context) => (row.key_name === null ? null : load(context, CREDENTIAL, row.key_name)),
      }),
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
  const sources = defineConnection('SourceBundle', sourceRef, VIEW);
  const exports = defineConnection('ExportDeclaration', exportRef, VIEW);
  builder.queryFields((t) => ({
    source_bundles: t.field({
      type: sources,
      authScopes: VIEW,
      description: 'The published download declarations, by name.',
      args: pageArguments(DECLARATIONS_PAGE, DECLARATIONS_PAGE),
      resolve: (_root, args, context) => {
        const page = readDeclarationsPage('source_bundles', args);
        return inAccount(context, async (tx, accountId) => toConnection(await listSources(tx, accountId, page), page));
      },
    }),
    export_declarations: t.field({
      type: exports,
      authScopes: VIEW,
      description: 'The published upload declarations, by name.',
      args: pageArguments(DECLARATIONS_PAGE, DECLARATIONS_PAGE),
      resolve: (_root, args, context) => {
        const page = readDeclarationsPage('export_declarations', args);
        return inAccount(context, async (tx, accountId) => toConnection(await listExports(tx, accountId, page), page));
      },
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
      resolve: (_root, input, context) => activate(context, 'download', input, sourceNamed),
    }),
    save_export: t.field({
      type: saveExport,
      authScopes: DEVELOP,
      description: 'Unsuspends an upload: what waited and what failed lately is sent.',
      args,
      resolve: (_root, input, context) => activate(context, 'upload', input, exportNamed),
    }),
  }));
}
