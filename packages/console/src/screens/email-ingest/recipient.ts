import type { EmailRuleInput, MailCardFragment, RecipientCardFragment } from '../../api/generated/graphql.ts';

export type Recipient = RecipientCardFragment;
export type Rule = Recipient['rules'][number];

export type PatternKind = 'glob' | 'regex';
/** Pattern of the sender or the subject of a mail; an empty text fits every mail. */
export type Pattern = { readonly kind: PatternKind; readonly text: string };

export type RuleDraft = { readonly sender: Pattern; readonly subject: Pattern; readonly path: string };

const patternOf = (glob: string | null, regex: string | null): Pattern =>
  regex === null ? { kind: 'glob', text: glob ?? '' } : { kind: 'regex', text: regex };

export const senderOf = (rule: Rule): Pattern => patternOf(rule.senderGlob, rule.senderRegex);
export const subjectOf = (rule: Rule): Pattern => patternOf(rule.subjectGlob, rule.subjectRegex);

/** The values of a rule in a form, those of a new one for null. */
export const draftOf = (rule: Rule | null): RuleDraft =>
  rule === null
    ? { sender: patternOf(null, null), subject: patternOf(null, null), path: '' }
    : { sender: senderOf(rule), subject: subjectOf(rule), path: rule.path };

/** The values of a rule that fits a mail: its sender and its whole subject. */
export const draftFor = ({ sender, subject }: Pick<MailCardFragment, 'sender' | 'subject'>): RuleDraft => ({
  sender: patternOf(sender, null),
  subject: patternOf(subject, null),
  path: '',
});

/** All values of a rule, so that a pattern that was emptied is removed. */
export function ruleInput({ sender, subject, path }: RuleDraft): EmailRuleInput {
  const split = ({ kind, text }: Pattern): readonly [glob: string | null, regex: string | null] =>
    text === '' ? [null, null] : kind === 'glob' ? [text, null] : [null, text];
  const [senderGlob, senderRegex] = split(sender);
  const [subjectGlob, subjectRegex] = split(subject);
  return { senderGlob, senderRegex, subjectGlob, subjectRegex, path: path.trim() };
}

const SUFFIX = 'abcdefghijkmnpqrstuvwxyz23456789';
const SUFFIX_LENGTH = 8;

/** An address that cannot be guessed: the account's url name with a random suffix. */
export function suggestedAddress(urlName: string, domain: string): string {
  const random = crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH));
  return `${urlName}-${Array.from(random, (byte) => SUFFIX[byte % SUFFIX.length]).join('')}@${domain}`;
}
