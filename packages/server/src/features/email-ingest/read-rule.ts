import { isStoragePath } from '@switchboard/model/mail-rules';
import { isRegex } from '../../pipeline/mail-ingest/match-rules.ts';

/** A rule as a person changes it: what is undefined stays, null takes every mail. */
export type RuleEdit = {
  readonly senderGlob?: string | null | undefined;
  readonly senderRegex?: string | null | undefined;
  readonly subjectGlob?: string | null | undefined;
  readonly subjectRegex?: string | null | undefined;
  readonly path?: string | null | undefined;
};

/** The columns of a rule that a person sets. */
export type RuleValues = {
  readonly sender_glob: string | null;
  readonly sender_regex: string | null;
  readonly subject_glob: string | null;
  readonly subject_regex: string | null;
  readonly path: string;
};

export type RuleProblem = { readonly kind: 'regex' | 'path'; readonly field: string };

export const MAX_PATTERN = 500;

/**
 * A rule after an edit, or what is wrong with it. A glob takes the place of the regular expression for the same text, and the other
 * way round. An empty pattern is none.
 */
export function readRule(edit: RuleEdit, before: RuleValues | null): RuleValues | RuleProblem {
  const [sender_glob, sender_regex] = patterns(
    edit.senderGlob,
    edit.senderRegex,
    before?.sender_glob,
    before?.sender_regex,
  );
  const [subject_glob, subject_regex] = patterns(
    edit.subjectGlob,
    edit.subjectRegex,
    before?.subject_glob,
    before?.subject_regex,
  );
  const path = (edit.path === undefined ? before?.path : edit.path)?.trim() ?? '';
  for (const [field, regex] of [['senderRegex', sender_regex] as const, ['subjectRegex', subject_regex] as const])
    if (regex !== null && (regex.length > MAX_PATTERN || !isRegex(regex))) return { kind: 'regex', field };
  if (!isStoragePath(path)) return { kind: 'path', field: 'path' };
  return { sender_glob, sender_regex, subject_glob, subject_regex, path };
}

type Given = string | null | undefined;

function patterns(glob: Given, regex: Given, globBefore: Given, regexBefore: Given): [string | null, string | null] {
  const [givenGlob, givenRegex] = [glob?.trim() || null, regex || null];
  if (givenRegex !== null) return [null, givenRegex];
  if (givenGlob !== null) return [givenGlob, null];
  return [glob === undefined ? (globBefore ?? null) : null, regex === undefined ? (regexBefore ?? null) : null];
}
