import {
  type Addressed,
  ServiceFailure,
  serviceDestinationFailure,
  serviceSourceFailure,
} from '../network/service-failure.ts';

export type GoogleFailureKind = 'login' | 'missing' | 'condition' | 'exists' | 'full' | 'busy' | 'refused';

/** A refusal by an API of Google, whose code is the reason that it gives, such as notFound, or a key that cannot be used with it. */
export class GoogleFailure extends ServiceFailure {
  override readonly name = 'GoogleFailure';
}

/** Translates a failure into an error of the destination; other errors stay. */
export const googleDestinationFailure = (error: unknown, addressed: Addressed): unknown =>
  serviceDestinationFailure(error, addressed, ({ message }) => ({
    missing: `the ${addressed.place} does not exist (${message})`,
  }));

/** Translates a failure into an error of the source; other errors stay. */
export const googleSourceFailure = (error: unknown, addressed: Addressed): unknown =>
  serviceSourceFailure(error, addressed, 'the parameters');
