import { builder } from '../../graphql/builder.ts';
import { dateTime, int, reference, string } from '../../graphql/columns.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { Conflict, conflictRef, NotFound, notFoundRef, Refusal, refusalRef } from '../../graphql/value-types.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import type { PublishRefusal } from './draft-outcomes.ts';
import { CompilationErrors, errorsRef } from './graphql-compilation.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;

/** Another version was published since the draft was branched. */
class NeedsMerge extends Refusal {
  readonly kind = 'NeedsMergeError';
}

/** The draft was saved since the version that the request names. */
export class StaleChangelist extends Refusal {
  readonly kind = 'StaleChangelistError';
  readonly version: number;
  readonly updated_by: string | null;
  readonly updated_on: Date;

  constructor({ version, by, on }: Extract<PublishRefusal, { kind: 'stale' }>) {
    super('The draft was saved by somebody else since you opened it. Nothing was saved.');
    this.version = version;
    this.updated_by = by;
    this.updated_on = on;
  }
}

const needsMergeRef = builder.objectRef<NeedsMerge>('NeedsMergeError');
export const staleRef = builder.objectRef<StaleChangelist>('StaleChangelistError');

/** The types of `refusalOf`. */
export const REFUSALS = [errorsRef, needsMergeRef, staleRef, notFoundRef, conflictRef] as const;

const NEEDS_MERGE =
  'This draft was branched from an older version than the current Published version. Its contents maybe out of date.';

/** Returns the API's answer for a changelist that was not changed. */
export function refusalOf(
  refusal: PublishRefusal,
): CompilationErrors | NeedsMerge | StaleChangelist | NotFound | Conflict {
  switch (refusal.kind) {
    case 'errors':
      return new CompilationErrors(refusal.messages);
    case 'needs_merge':
      return new NeedsMerge(NEEDS_MERGE);
    case 'stale':
      return new StaleChangelist(refusal);
    case 'refused':
      return new Conflict(refusal.reason);
    case 'not_found':
      return new NotFound('There is no such changelist.');
  }
}

export function defineRefusals(): void {
  defineObject(needsMergeRef, {
    description: 'Another version was published since the draft was branched; nothing was saved or published.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof NeedsMerge,
    interfaces: [refusalRef],
    columns: { message: string('Text to show to the user.') },
  });
  defineObject(staleRef, {
    description: 'The draft was saved since the version that the request names; nothing was saved.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof StaleChangelist,
    interfaces: [refusalRef],
    columns: {
      message: string('Text to show to the user.'),
      version: int('The present version of the draft.'),
      updated_on: dateTime('When it was saved.'),
      updated_by: reference(personRef, PERSON, 'The person who saved it.'),
    },
  });
}
