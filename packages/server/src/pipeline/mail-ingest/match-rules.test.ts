import { describe, expect, it } from 'vitest';
import { firstMatch, isRegex, type RulePatterns } from './match-rules.ts';

const rule = (name: string, patterns: Partial<RulePatterns> = {}) => ({
  name,
  sender_glob: null,
  sender_regex: null,
  subject_glob: null,
  subject_regex: null,
  ...patterns,
});
const mail = { sender: 'Ads@Partner.test', subject: 'Daily report (EU) 2026-11-25' };

describe('a rule', () => {
  it.each<[Partial<RulePatterns>, boolean]>([
    [{}, true],
    [{ sender_glob: '*@partner.test' }, true],
    [{ sender_glob: '*partner' }, false],
    [{ sender_glob: 'ads@partner?test' }, true],
    [{ sender_glob: 'ads@partner.tes' }, false],
    [{ subject_glob: 'daily*(eu)*' }, true],
    [{ subject_glob: 'daily*[eu]*' }, false],
    [{ subject_regex: '\\(EU\\) \\d{4}' }, true],
    [{ subject_regex: '\\(eu\\)' }, false],
    [{ subject_regex: '(?i)\\(eu\\)' }, true],
    [{ subject_regex: '^report' }, false],
    [{ sender_glob: '*', subject_regex: 'never' }, false],
  ])('%j takes the mail: %s', { tags: 'spec:ingest-rule-patterns' }, (patterns, takes) => {
    expect(firstMatch([rule('one', patterns)], mail) !== undefined).toBe(takes);
  });

  it('comes before those after it', () => {
    const rules = [rule('no', { subject_glob: 'no' }), rule('first'), rule('second')];
    expect(firstMatch(rules, mail)?.name).toBe('first');
    expect(firstMatch([], mail)).toBeUndefined();
  });

  it('takes time in proportion to the subject, whatever its expression', () => {
    const subject = 'a'.repeat(998);
    expect(firstMatch([rule('slow', { subject_regex: '^(a+)+$b' })], { ...mail, subject })).toBeUndefined();
    expect(firstMatch([rule('slow', { subject_glob: `${'*a'.repeat(200)}*b` })], { ...mail, subject })).toBeUndefined();
  });

  it.each([
    ['a|b', true],
    ['[', false],
    ['(?=a)', false],
    ['\\1', false],
    ['a{2000}', false],
  ])('%s is a regular expression: %s', (regex, expected) => expect(isRegex(regex)).toBe(expected));
});
