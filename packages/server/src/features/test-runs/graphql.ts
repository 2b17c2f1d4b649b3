import type { Message } from '@switchboard/language';
import { type Builder, builder } from '../../graphql/builder.ts';
import { loadAll } from '../../graphql/loaders.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { FLOW, flowRef } from '../flows/graphql.ts';
import { defineDifference } from './graphql-difference.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;

/** What came of acting on a draft. */
class SavedChangelist {
  readonly changelistId: string;
  readonly messages: readonly Message[];
  readonly flowIds: readonly string[];

  constructor(changelistId: string, messages: readonly Message[], flowIds: readonly string[]) {
    this.changelistId = changelistId;
    this.messages = messages;
    this.flowIds = flowIds;
  }
}

/** A draft has errors, so that nothing can be done with it. */
class CompilationErrors {
  readonly messages: readonly Message[];

  constructor(messages: readonly Message[]) {
    this.messages = messages;
  }
}

const savedRef = builder.objectRef<SavedChangelist>('SaveChangelistOk');
const errorsRef = builder.objectRef<CompilationErrors>('CompilationErrors');
const resultRef = builder.objectRef<readonly Message[]>('CompilationResult');
const messageRef = builder.objectRef<Message>('CompilationMessage');

function defineCompilation(): void {
  messageRef.implement({
    description: 'What the compiler says about a place in a script.',
    authScopes: DEVELOP,
    fields: (t) => ({
      type: t.exposeString('type', { description: 'error, warning, beta or info.' }),
      code: t.exposeString('code', { description: 'Names the message; explained in the reference.' }),
      path: t.exposeString('path', { description: "The file's path." }),
      line: t.exposeInt('line', { description: 'The line it begins on, from 1.' }),
      startLine: t.exposeInt('startLine', { description: 'The line it begins on, from 1.' }),
      endLine: t.exposeInt('endLine', { description: 'The line it ends on.' }),
      startColumn: t.exposeInt('startColumn', { description: 'The column it begins at, from 1.' }),
      endColumn: t.exposeInt('endColumn', { description: 'The column behind its end.' }),
      message: t.exposeString('message', { description: 'What is wrong and what to do.' }),
    }),
  });
  resultRef.implement({
    description: 'What the compiler says about a script.',
    authScopes: DEVELOP,
    fields: (t) => ({
      messages: t.field({ type: [messageRef], description: 'By path and place.', resolve: (result) => [...result] }),
    }),
  });
  const result = { type: resultRef, description: 'What the compiler says.' } as const;
  savedRef.implement({
    description: 'What came of it.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof SavedChangelist,
    fields: (t) => ({
      changelist_id: t.exposeID('changelistId', { description: 'The draft.' }),
      compilation_result: t.field({ ...result, resolve: (saved) => saved.messages }),
      flows: t.field({
        type: [flowRef],
        description: 'The test runs that were launched.',
        resolve: (saved, _args, context) => loadAll(context, FLOW, saved.flowIds),
      }),
    }),
  });
  errorsRef.implement({
    description: 'The draft has errors, so nothing was done.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof CompilationErrors,
    fields: (t) => ({
      message: t.string({ description: 'In words.', resolve: () => 'Fix Validation Errors.' }),
      compilation_result: t.field({ ...result, resolve: (errors) => errors.messages }),
    }),
  });
}

/** Test runs of drafts. */
export function defineTests(builder_: Builder): void {
  defineDifference();
  defineCompilation();
  const saved = builder.unionType('SaveChangelistResult', {
    description: 'What came of it, or why nothing was done.',
    types: [savedRef, errorsRef, notFoundRef, conflictRef],
  });
  builder_.mutationField('save_changelist', (t) =>
    t.field({
      type: saved,
      authScopes: DEVELOP,
      description: 'Tests a draft.',
      args: {
        changelist_id: t.arg.id({ required: true, description: "The draft's id." }),
        action: t.arg.string({ required: true, description: 'proof, to launch test runs.' }),
        test_exports: t.arg.stringList({ description: 'Upload declarations to test.' }),
        fetch_new_downloads: t.arg.boolean({
          description: "Whether the sources are asked anew; without, production's newest files are loaded once more.",
        }),
      },
      resolve: async (_root, args, context) => {
        if (args.action !== 'proof') throw badRequest(`The action can be proof, not ${args.action}.`);
        const outcome = await context.tests.launch(context.session, {
          changelistId: args.changelist_id,
          uploads: [...new Set(args.test_exports ?? [])],
          fetchNew: args.fetch_new_downloads ?? false,
        });
        switch (outcome.kind) {
          case 'launched':
            return new SavedChangelist(args.changelist_id, outcome.messages, outcome.flowIds);
          case 'errors':
            return new CompilationErrors(outcome.messages);
          case 'refused':
            return new Conflict(outcome.reason);
          case 'not_found':
            return new NotFound('There is no such changelist.');
        }
      },
    }),
  );
}
