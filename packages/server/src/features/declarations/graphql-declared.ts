import type { PlanUpload, SourceTable } from '@switchboard/model/plan';
import { type Column, typeName } from '@switchboard/model/schema';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, nullable, string } from '../../graphql/columns.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { CREDENTIAL, credentialRef } from '../keys/graphql-credential.ts';
import { exportRef, sourceRef } from './graphql.ts';
import type { SourceRow } from './queries.ts';
import { type Declared, type DeclaredSource, declaredSources, declaredUploads } from './queries-plan.ts';

/** By name. */
export const DECLARED_SOURCES: LoaderDefinition<DeclaredSource> = { keys: 'names', batch: declaredSources };
/** By name. */
const DECLARED_UPLOADS: LoaderDefinition<Declared<PlanUpload>> = { keys: 'names', batch: declaredUploads };

export type TableOf = { readonly row: SourceRow; readonly source: DeclaredSource; readonly table: SourceTable };
type SchemaField = { readonly name: string; readonly type: string };
type Descriptor = {
  readonly truncate: boolean;
  readonly project: string | null;
  readonly dataset: string | null;
  readonly table: string | null;
};

export const tableRef = builder.objectRef<TableOf>('SourceBundleTable');
export const readerRef = builder.objectRef<{ readonly name: string }>('SourceBundleExport');
const fieldRef = builder.objectRef<SchemaField>('SchemaField');
const descriptorRef = builder.objectRef<Descriptor>('ExportDescriptor');

const schemaOf = (columns: readonly Column[]): SchemaField[] =>
  columns.map(({ name, type }) => ({ name, type: typeName(type) }));

function defineSmallTypes(): void {
  defineObject(fieldRef, {
    description: 'A column of a table.',
    authScopes: VIEW,
    columns: { name: string('Name in scripts.'), type: string('Type, as written in scripts.') },
  });
  defineObject(readerRef, {
    description: 'An upload declaration that reads a table.',
    authScopes: VIEW,
    columns: { name: string('Name of the upload declaration.') },
  });
  defineObject(descriptorRef, {
    description: 'Where an upload writes. Parts that its connector does not have are null.',
    authScopes: VIEW,
    columns: {
      truncate: boolean('Whether the destination is emptied before.'),
      project: nullable(string('Project at the destination.')),
      dataset: nullable(string('Dataset or schema at the destination.')),
      table: nullable(string('Table at the destination.')),
    },
  });
}

function defineTable(): void {
  defineObject(tableRef, {
    description: 'A table of a published download declaration.',
    authScopes: VIEW,
    fields: (t) => ({
      id: t.id({
        description:
          'Derived from the names of the source and the table, so that it stays the same across publications.',
        resolve: ({ source, table }) => `${source.name}/${table.name}`,
      }),
      name: t.string({ description: 'Name in scripts.', resolve: ({ table }) => table.name }),
      project: t.string({ description: 'Project that declares it.', resolve: ({ source }) => source.project }),
      status: t.string({
        description: 'active, suspended or paused: that of its declaration.',
        resolve: ({ row }) => row.status,
      }),
      credential: t.field({
        type: credentialRef,
        nullable: true,
        description: 'The key of its declaration; null when it needs none.',
        resolve: ({ row }, _args, context) => (row.key_id === null ? null : load(context, CREDENTIAL, row.key_id)),
      }),
      path: t.string({
        description: 'Path of the script that declares it.',
        resolve: ({ source }) => source.position.path,
      }),
      line: t.int({
        description: 'Line of its declaration in the script.',
        resolve: ({ source }) => source.position.startLine,
      }),
      changelist_id: t.id({
        description: 'The script version that declares it.',
        resolve: ({ source }) => source.changelistId,
      }),
      descriptor: t.string({
        nullable: true,
        description: 'The part of the files that it is loaded from; null when it is all of them.',
        resolve: ({ table }) => table.member ?? null,
      }),
      parameters: t.field({
        type: 'JSON',
        description: 'Parameters of its declaration. Secrets are kept in keys.',
        resolve: ({ source }) => source.parameters,
      }),
      schema: t.field({
        type: [fieldRef],
        description: 'Its declared columns.',
        resolve: ({ table }) => schemaOf(table.schema.columns),
      }),
      exports: t.field({
        type: [readerRef],
        description: 'The upload declarations that read it, sorted by name.',
        resolve: ({ source, table }) => (source.readers.get(table.name) ?? []).map((name) => ({ name })),
      }),
    }),
  });
}

/** Defines the fields for the downloads and uploads that the running script declares. */
export function defineDeclared(): void {
  defineSmallTypes();
  defineTable();
  builder.objectFields(sourceRef, (t) => ({
    descriptor: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Parameters of the declaration. Secrets are kept in keys.',
      resolve: async (row, _args, context) => (await load(context, DECLARED_SOURCES, row.name))?.parameters ?? null,
    }),
    tables: t.field({
      type: [tableRef],
      description: 'Its tables, in the order of their declaration.',
      resolve: async (row, _args, context) => {
        const source = await load(context, DECLARED_SOURCES, row.name);
        return source === null ? [] : source.tables.map((table) => ({ row, source, table }));
      },
    }),
  }));
  builder.objectFields(exportRef, (t) => ({
    export_type: t.string({
      nullable: true,
      description: 'Connector that it uploads with.',
      resolve: async (row, _args, context) => (await load(context, DECLARED_UPLOADS, row.name))?.connector ?? null,
    }),
    line: t.int({
      nullable: true,
      description: 'Line of the declaration in the script.',
      resolve: async (row, _args, context) =>
        (await load(context, DECLARED_UPLOADS, row.name))?.position.startLine ?? null,
    }),
    changelist_id: t.id({
      nullable: true,
      description: 'The script version that declares it.',
      resolve: async (row, _args, context) => (await load(context, DECLARED_UPLOADS, row.name))?.changelistId ?? null,
    }),
    descriptor: t.field({
      type: descriptorRef,
      nullable: true,
      description: 'Where it writes.',
      resolve: async (row, _args, context) => {
        const upload = await load(context, DECLARED_UPLOADS, row.name);
        return upload && descriptorOf(upload);
      },
    }),
    schema: t.field({
      type: [fieldRef],
      description: 'The columns of its result.',
      resolve: async (row, _args, context) =>
        schemaOf((await load(context, DECLARED_UPLOADS, row.name))?.columns ?? []),
    }),
  }));
}

function descriptorOf({ mode, parameters }: PlanUpload): Descriptor {
  const text = (name: string): string | null => {
    const value = parameters[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    truncate: mode === 'truncate',
    project: text('project'),
    dataset: text('dataset') ?? text('schema'),
    table: text('table'),
  };
}
