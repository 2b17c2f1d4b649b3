import type { Declaration, Message } from '@switchboard/language';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, from, id, int, nullable, objects, string } from '../../graphql/columns.ts';
import { type GraphqlContext, holds } from '../../graphql/context.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { POSITION_COLUMNS, refusalRef } from '../../graphql/value-types.ts';
import type { CompilationResult } from './compile-changelist.ts';
import { changelistRef, loadChangelist } from './graphql-changelist.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;

/** A changelist was changed. */
export class SavedChangelist {
  readonly changelistId: string;
  readonly flowIds: readonly string[];
  /** Null when the change compiled nothing. */
  readonly compilation: CompilationResult | null;

  constructor(changelistId: string, compilation: CompilationResult | null = null, flowIds: readonly string[] = []) {
    this.changelistId = changelistId;
    this.compilation = compilation;
    this.flowIds = flowIds;
  }
}

/** A draft has errors, so that it cannot be tested or published. */
export class CompilationErrors {
  readonly message = 'Fix Validation Errors.';
  readonly messages: readonly Message[];

  constructor(messages: readonly Message[]) {
    this.messages = messages;
  }
}

export const savedRef = builder.objectRef<SavedChangelist>('SaveChangelistOk');
export const errorsRef = builder.objectRef<CompilationErrors>('CompilationErrors');
export const resultRef = builder.objectRef<CompilationResult>('CompilationResult');
const messageRef = builder.objectRef<Message>('CompilationMessage');
const declarationRef = builder.objectRef<Declaration>('CompiledDeclaration');

/** Compiles a changelist, unless its result is `known`, and returns the diagnostics that this person may see. */
export async function compilationOf(
  context: GraphqlContext,
  changelistId: string,
  known: CompilationResult | null = null,
): Promise<CompilationResult> {
  const { messages, declarations } = known ?? (await context.drafts.compile(context.session, changelistId));
  return { messages: shownTo(context, messages), declarations };
}

/** Beta messages have a permission of their own. */
const shownTo = (context: GraphqlContext, messages: readonly Message[]): readonly Message[] =>
  holds(context, 'beta-messages') ? messages : messages.filter(({ type }) => type !== 'beta');

export function defineCompilation(): void {
  defineObject(messageRef, {
    description: 'A diagnostic of the compiler.',
    authScopes: VIEW,
    columns: {
      ...POSITION_COLUMNS,
      type: string('error, warning, beta or info. Those of type beta are shown with the permission beta-messages.'),
      code: string('Code of the diagnostic; the reference explains each.'),
      line: from('startLine', int('First line, from 1.')),
      message: string('The mistake and how to fix it.'),
    },
  });
  defineObject(declarationRef, {
    description: 'A download or upload that a script declares.',
    authScopes: VIEW,
    columns: {
      path: string('Path of the file.'),
      name: string('Name of the declaration.'),
      declaration_type: string('import: a download; export: an upload.'),
      connector_type: string('Name of its connector.'),
      test: boolean('Whether an upload has a target of its own for test runs.'),
      key_name: nullable(string('Name of its key; null without one.')),
      line: int('Line, from 1.'),
      column: int('Column, from 1.'),
    },
  });
  defineObject(resultRef, {
    description: 'Report of the compiler about a script.',
    authScopes: VIEW,
    columns: {
      messages: objects(messageRef, 'Sorted by path and position.'),
      declarations: objects(declarationRef, 'Its downloads and uploads.'),
    },
  });
  defineObject(savedRef, {
    description: 'The changelist after the change.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof SavedChangelist,
    columns: { changelist_id: from('changelistId', id('Id of the changelist.')) },
    fields: (t) => ({
      changelist: t.field({
        type: changelistRef,
        description: 'The changelist.',
        resolve: (saved, _args, context) => loadChangelist(context, saved.changelistId),
      }),
      compilation_result: t.field({
        type: resultRef,
        description: 'Report of the compiler about it.',
        resolve: (saved, _args, context) => compilationOf(context, saved.changelistId, saved.compilation),
      }),
    }),
  });
  defineObject(errorsRef, {
    description: 'The draft has errors; nothing was saved, tested or published.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof CompilationErrors,
    interfaces: [refusalRef],
    columns: { message: string('Text to show to the user.') },
    fields: (t) => ({
      compilation_result: t.field({
        type: resultRef,
        description: 'Report of the compiler about the draft; without declarations.',
        resolve: ({ messages }, _args, context) => ({ messages: shownTo(context, messages), declarations: [] }),
      }),
    }),
  });
}
