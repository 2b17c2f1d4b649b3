import { RE2JS } from 're2js';

/**
 * Patterns of the mails that a rule matches. A part that is null matches every mail; of glob and regex a rule has at
 * most one.
 */
export type RulePatterns = {
  readonly sender_glob: string | null;
  readonly sender_regex: string | null;
  readonly subject_glob: string | null;
  readonly subject_regex: string | null;
};

export type MatchedText = { readonly sender: string; readonly subject: string };

/** The first rule in their order that takes a mail. */
export const firstMatch = <Rule extends RulePatterns>(rules: readonly Rule[], mail: MatchedText): Rule | undefined =>
  rules.find(
    (rule) =>
      fits(rule.sender_glob, rule.sender_regex, mail.sender) &&
      fits(rule.subject_glob, rule.subject_regex, mail.subject),
  );

/** Whether a text is a regular expression of RE2. */
export function isRegex(regex: string): boolean {
  try {
    RE2JS.compile(regex);
    return true;
  } catch {
    return false;
  }
}

/**
 * A glob matches the whole text in any case, with `*` for any characters and `?` for one. A regular expression matches anywhere, in
 * the case it is written in. Both take time linear in the text.
 */
function fits(glob: string | null, regex: string | null, text: string): boolean {
  if (glob !== null) return RE2JS.compile(globSource(glob), RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL).testExact(text);
  return regex === null || RE2JS.compile(regex).test(text);
}

const WILDCARDS: Readonly<Record<string, string>> = { '*': '.*', '?': '.' };

const globSource = (glob: string): string =>
  [...glob.trim()].map((character) => WILDCARDS[character] ?? RE2JS.quote(character)).join('');
