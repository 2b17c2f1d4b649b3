import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, from, id, int, nullable, object, objects, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, holds } from '../../graphql/context.ts';
import { defineMutation, defineQuery } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { InvalidKey, invalidKeyRef } from '../keys/graphql-results.ts';
import type { FoundReference } from './find-references.ts';
import type { RepointOutcome, RepointProblem } from './repoint-key.ts';

/** The published script changes. */
const PUBLISH = { permission: 'publish-scripts' } as const;

class Preview {
  readonly items: readonly FoundReference[];

  constructor(items: readonly FoundReference[]) {
    this.items = items;
  }
}
class Repointed {
  readonly changelist_id: string | null;
  readonly outcomes: readonly RepointOutcome[];

  constructor(changelistId: string | null, outcomes: readonly RepointOutcome[]) {
    this.changelist_id = changelistId;
    this.outcomes = outcomes;
  }
}

const itemRef = builder.objectRef<FoundReference>('KeyReference');
const outcomeRef = builder.objectRef<RepointOutcome>('RepointOutcome');
const previewRef = builder.objectRef<Preview>('RepointPreview');
const repointedRef = builder.objectRef<Repointed>('RepointOk');

function defineTypes(): void {
  defineObject(itemRef, {
    description: 'A place of the published script or of a draft that names a key.',
    authScopes: PUBLISH,
    columns: {
      id: id('Id of the place as it is now: it names nothing once its changelist or one of the keys has changed.'),
      kind: string('download or upload.'),
      name: string('Name of the declaration.'),
      project: string('Its project.'),
      is_test: from('isTest', boolean('Whether it is the key of an upload’s test target.')),
      path: string('File.'),
      line: int('Line, from 1.'),
      key: string('The name of the key as it is written.'),
      problem: nullable(string('Why it cannot name the other key; null when it can.')),
    },
    fields: (t) => ({
      is_draft: t.boolean({
        description: 'Whether it is in a draft; the others are in the published script.',
        resolve: ({ changelist }) => changelist.status !== 'running',
      }),
      changelist: t.string({
        description: 'Description of its changelist.',
        resolve: ({ changelist }) => changelist.description,
      }),
    }),
  });
  defineObject(previewRef, {
    description: 'Places that would name the other key.',
    authScopes: PUBLISH,
    isTypeOf: (value) => value instanceof Preview,
    columns: {
      items: objects(itemRef, 'Every place that names the key: of the published script first, then of drafts.'),
    },
  });
  defineObject(outcomeRef, {
    description: 'Result for one place.',
    authScopes: PUBLISH,
    columns: {
      id: id('Id of the place, as it was asked for.'),
      item: nullable(object(itemRef, 'The place; null when it is not there any more.')),
      outcome: string('repointed; changed_meanwhile: the place is not as it was previewed; or refused.'),
      message: nullable(string('Why it was not; null when it was.')),
    },
  });
  defineObject(repointedRef, {
    description: 'Result for each place.',
    authScopes: PUBLISH,
    isTypeOf: (value) => value instanceof Repointed,
    columns: {
      changelist_id: nullable(id('The script that was published; null when only drafts changed, or nothing.')),
      outcomes: objects(outcomeRef, 'In the order in which they were asked for.'),
    },
  });
}

const ARGUMENTS = {
  from: string('Name of the key that is replaced.'),
  to: string('Name of the key that takes its place. It must be active.'),
};

/** @throws RequestError NOT_ALLOWED */
function requireKeys(context: GraphqlContext): void {
  if (!holds(context, 'manage-keys')) throw new RequestError('NOT_ALLOWED');
}

const invalidOf = (problem: RepointProblem): InvalidKey =>
  problem.kind === 'missing' ? new InvalidKey(problem.name) : InvalidKey.because(problem.reason);

/** Writing another key into scripts. */
export function defineRepoint(): void {
  defineTypes();
  defineQuery('preview_repoint', {
    authScopes: PUBLISH,
    description:
      'Every place of the published script and of drafts that names a key, with whether another key can take its place. Also needs the permission manage-keys.',
    result: {
      name: 'PreviewRepointResult',
      description: 'The places, or why the keys cannot be exchanged.',
      types: [previewRef, invalidKeyRef],
    },
    args: required(ARGUMENTS),
    resolve: async (args, context) => {
      requireKeys(context);
      const answer = await context.repoint.preview(context.session, args);
      return answer.kind === 'preview' ? new Preview(answer.items) : invalidOf(answer);
    },
  });
  defineMutation('repoint_key', {
    authScopes: PUBLISH,
    description:
      'Writes another key into places that preview_repoint has shown: those of the published script are published as one new version, those of drafts are saved in the drafts. Work that waits for the former key goes on with the other. Also needs the permission manage-keys.',
    result: {
      name: 'RepointKeyResult',
      description: 'Result for each place, or why the keys cannot be exchanged.',
      types: [repointedRef, invalidKeyRef],
    },
    args: required({ ...ARGUMENTS, items: strings('Ids of the places.') }),
    resolve: async ({ items, ...keys }, context) => {
      requireKeys(context);
      const answer = await context.repoint.repoint(context.session, { ...keys, chosen: items });
      return answer.kind === 'done' ? new Repointed(answer.changelistId, answer.outcomes) : invalidOf(answer);
    },
  });
}
