import type { ObjectRef } from '@pothos/core';
import type { Tx } from '../../db/database.ts';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, type SchemaTypes, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, reference, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
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

export const sourceRef = builder.objectRef<SourceRow>('SourceBundle');
export const exportRef = builder.objectRef<ExportRow>('ExportDeclaration');
const DEVELOP = { permission: 'develop-scripts' } as const;

/** Unsuspends a declaration by name. Returns the declaration after the change. */
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

/** Fields that declarations of downloads and uploads have in common. */
const DECLARATION_COLUMNS = {
  id: id('Opaque identifier.'),
  project: string('Project that declares it.'),
  status: string('active, suspended, or paused by a person.'),
  status_reason: nullable(string('Why it is suspended; null when it is not.')),
  credential: from('key_id', reference(credentialRef, CREDENTIAL, 'Its key; null when it needs none.')),
} as const;

function defineTypes(): void {
  defineObject(sourceRef, {
    description: 'A published download declaration and its state.',
    authScopes: VIEW,
    isTypeOf: hasProperty('connector'),
    columns: {
      ...DECLARATION_COLUMNS,
      bundle_name: from('name', string('Name of the declaration.')),
      import_type: from('connector', string('Connector that it downloads with.')),
      last_probe: nullable(dateTime('When its source was last probed; null before the first probe.')),
      next_probe: nullable(dateTime('When its source is probed next; null when no probe is planned.')),
    },
  });
  defineObject(exportRef, {
    description: 'A published upload declaration and its state.',
    authScopes: VIEW,
    isTypeOf: (value) => hasProperty('destination')(value) && !hasProperty('flow_id')(value),
    columns: {
      ...DECLARATION_COLUMNS,
      name: string('Name of the declaration.'),
      destination: string('Destination, as shown to users.'),
      deadline: nullable(
        string('"HH:mm {timezone}": its own deadline or the default of the account; null when there is none.'),
      ),
      next_deadline: nullable(dateTime('The next deadline; null when there is none.')),
    },
  });
}

type Declarations<Row> = {
  readonly kind: 'download' | 'upload';
  readonly ref: ObjectRef<SchemaTypes, Row>;
  readonly save: {
    readonly field: string;
    readonly result: string;
    /** Further effect of unsuspending. */
    readonly effect: string;
    readonly readOne: (tx: Tx, accountId: string, name: string) => Promise<Row | null>;
  };
};

function defineLists(): void {
  builder.queryFields((t) => ({
    source_bundles: t.field({
      type: defineConnection('SourceBundle', sourceRef, VIEW),
      authScopes: VIEW,
      description: 'The published download declarations, sorted by name. Filters combine with AND.',
      args: {
        ...pageArguments(DECLARATIONS_PAGE, DECLARATIONS_PAGE),
        ...optional({
          can_backfill: boolean('Only those with past report dates that a backfill can download, or only the others.'),
          importName: string('Only the declaration with this name.'),
          project: string('Only declarations of this project.'),
          include_suspended: boolean('Whether suspended ones are among them: by default they are.'),
        }),
      },
      resolve: (_root, args, context) =>
        readAccountPage(context, readDeclarationsPage('source_bundles', args), (tx, accountId, page) =>
          listSources(tx, accountId, page, args),
        ),
    }),
    export_declarations: t.field({
      type: defineConnection('ExportDeclaration', exportRef, VIEW),
      authScopes: VIEW,
      description: 'The published upload declarations, sorted by name.',
      args: pageArguments(DECLARATIONS_PAGE, DECLARATIONS_PAGE),
      resolve: (_root, args, context) =>
        readAccountPage(context, readDeclarationsPage('export_declarations', args), listExports),
    }),
    export_declaration: t.field({
      type: exportRef,
      nullable: true,
      authScopes: VIEW,
      description: 'The published upload declaration with this name, suspended or not; null when it does not exist.',
      args: required({ name: string('Name of the declaration.') }),
      resolve: (_root, { name }, context) => inAccount(context, (tx, accountId) => exportNamed(tx, accountId, name)),
    }),
  }));
}

function defineSave<Row>({ kind, ref, save }: Declarations<Row>): void {
  defineMutation(save.field, {
    authScopes: DEVELOP,
    description: `Unsuspends ${kind === 'download' ? 'a download' : 'an upload'}: ${save.effect}`,
    result: changeResult(save.result, 'declaration', [ref, notFoundRef]),
    args: required({
      name: string('Name of the declaration.'),
      status: string('active: unsuspends the declaration.'),
    }),
    resolve: (input, context) => activate(context, kind, input, save.readOne),
  });
}

/** The published declarations: their state, and unsuspending them. */
export function defineDeclarations(): void {
  defineTypes();
  defineLists();
  defineSave({
    kind: 'download',
    ref: sourceRef,
    save: {
      field: 'save_source_bundle',
      result: 'SaveSourceBundleResult',
      effect: 'missed and failed report dates within its lookback are downloaded.',
      readOne: sourceNamed,
    },
  });
  defineSave({
    kind: 'upload',
    ref: exportRef,
    save: {
      field: 'save_export',
      result: 'SaveExportResult',
      effect: 'waiting and recently failed results will be sent.',
      readOne: exportNamed,
    },
  });
}
