import type { Message } from '@switchboard/language';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, from, id, int, object, objects, string, strings } from '../../graphql/columns.ts';
import { loadAll } from '../../graphql/loaders.ts';
import { defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef, POSITION_COLUMNS } from '../../graphql/value-types.ts';
import { FLOW, flowRef } from '../flows/graphql.ts';
import { defineDifference } from './graphql-difference.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;

type CompilationResult = { readonly messages: readonly Message[] };

/** The outcome of testing a draft. */
class SavedChangelist {
  readonly changelistId: string;
  readonly result: CompilationResult;
  readonly flowIds: readonly string[];

  constructor(changelistId: string, messages: readonly Message[], flowIds: readonly string[]) {
    this.changelistId = changelistId;
    this.result = { messages };
    this.flowIds = flowIds;
  }
}

/** A draft has errors, so that it cannot be tested. */
class CompilationErrors {
  readonly message = 'Fix Validation Errors.';
  readonly result: CompilationResult;

  constructor(messages: readonly Message[]) {
    this.result = { messages };
  }
}

const savedRef = builder.objectRef<SavedChangelist>('SaveChangelistOk');
const errorsRef = builder.objectRef<CompilationErrors>('CompilationErrors');
const resultRef = builder.objectRef<CompilationResult>('CompilationResult');
const messageRef = builder.objectRef<Message>('CompilationMessage');

function defineCompilation(): void {
  defineObject(messageRef, {
    description: 'A diagnostic of the compiler.',
    authScopes: DEVELOP,
    columns: {
      ...POSITION_COLUMNS,
      type: string('error, warning, beta or info.'),
      code: string('Code of the diagnostic; the reference explains each.'),
      line: from('startLine', int('First line, from 1.')),
      message: string('What is wrong and how to fix it.'),
    },
  });
  defineObject(resultRef, {
    description: 'The diagnostics of a script.',
    authScopes: DEVELOP,
    columns: { messages: objects(messageRef, 'Sorted by path and position.') },
  });
  const compilationResult = from('result', object(resultRef, 'The diagnostics of the draft.'));
  defineObject(savedRef, {
    description: 'The outcome of testing a draft.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof SavedChangelist,
    columns: { changelist_id: from('changelistId', id('Id of the draft.')), compilation_result: compilationResult },
    fields: (t) => ({
      flows: t.field({
        type: [flowRef],
        description: 'The launched test runs.',
        resolve: (saved, _args, context) => loadAll(context, FLOW, saved.flowIds),
      }),
    }),
  });
  defineObject(errorsRef, {
    description: 'The draft has errors; no test was launched.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof CompilationErrors,
    columns: { message: string('Text to show to the user.'), compilation_result: compilationResult },
  });
}

/** Test runs of drafts. */
export function defineTests(): void {
  defineDifference();
  defineCompilation();
  defineMutation('save_changelist', {
    authScopes: DEVELOP,
    description: 'Launches test runs of a draft.',
    result: {
      name: 'SaveChangelistResult',
      description: 'The launched test runs, or why none was launched.',
      types: [savedRef, errorsRef, notFoundRef, conflictRef],
    },
    args: {
      ...required({ changelist_id: id('Id of the draft.'), action: string('proof: launches test runs.') }),
      ...optional({
        test_exports: strings('Names of the upload declarations to test.'),
        fetch_new_downloads: boolean(
          "Whether to download new files from the sources; false by default: production's newest files are loaded again.",
        ),
      }),
    },
    resolve: async (args, context) => {
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
  });
}
