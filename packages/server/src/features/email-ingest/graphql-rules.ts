import { INVALID_STORAGE_PATH } from '@switchboard/model/mail-rules';
import { builder } from '../../graphql/builder.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { MAX_PATTERN, type RuleEdit, type RuleProblem } from './read-rule.ts';

export const INGEST = { permission: 'email-ingest-v3' } as const;

export class InvalidRule {
  readonly kind: RuleProblem['kind'];
  readonly field: string;
  readonly message: string;

  constructor({ kind, field }: RuleProblem) {
    this.kind = kind;
    this.field = field;
    this.message = kind === 'regex' ? 'Invalid regex.' : INVALID_STORAGE_PATH;
  }
}

export const regexRef = builder.objectRef<InvalidRule>('InvalidRegexError');

/** @throws RequestError BAD_REQUEST for patterns that no rule can have */
export function checkPatterns({ senderGlob, senderRegex, subjectGlob, subjectRegex }: RuleEdit): void {
  for (const [glob, regex] of [
    [senderGlob, senderRegex],
    [subjectGlob, subjectRegex],
  ]) {
    if (glob && regex) throw badRequest('Give a glob or a regular expression, not both.');
    if ((glob?.length ?? 0) > MAX_PATTERN) throw badRequest(`A pattern must have at most ${MAX_PATTERN} characters.`);
    if (glob?.includes('\0') || regex?.includes('\0')) throw badRequest('A pattern must not contain NUL.');
  }
}

/** Defines the type of the values of a rule. */
export function defineRuleInput() {
  return builder.inputType('EmailRuleInput', {
    description: 'Values of a rule. Those that are left out stay; null or an empty pattern fits every mail.',
    fields: (t) => ({
      senderGlob: t.string({ description: 'Replaces senderRegex.' }),
      senderRegex: t.string({ description: 'Replaces senderGlob.' }),
      subjectGlob: t.string({ description: 'Replaces subjectRegex.' }),
      subjectRegex: t.string({ description: 'Replaces subjectGlob.' }),
      path: t.string({ description: 'Steps of letters, digits and safe characters, separated by slashes.' }),
      newIndex: t.int({ description: 'Its place among the rules, from 0; a new rule is the last without it.' }),
    }),
  });
}

export type RuleInputRef = ReturnType<typeof defineRuleInput>;
