import { describe, expect, it } from 'vitest';
import { brokenPasswordRules, PASSWORD_SPECIALS, passwordProblems } from './password-rules.ts';

const strong = { score: 3, warning: '', suggestions: [] };
const GOOD = 'Correct-h0rse';

describe('a password', () => {
  it('"Password: 8 to 128 characters"', { tags: ['spec:password-length', 'spec:password-limits'] }, () => {
    const rule = '8 to 128 characters';
    expect(brokenPasswordRules('Aa1!567')).toEqual([rule]);
    expect(brokenPasswordRules('Aa1!5678')).toEqual([]);
    expect(brokenPasswordRules(`Aa1!${'x'.repeat(124)}`)).toEqual([]);
    expect(brokenPasswordRules(`Aa1!${'x'.repeat(125)}`)).toEqual([rule]);
  });

  it.each([
    ['CORRECT-H0RSE', 'a lowercase letter'],
    ['correct-h0rse', 'an uppercase letter'],
    ['Correct-horse', 'a digit'],
    ['Correct h0rse', `a special character of ${PASSWORD_SPECIALS}`],
  ])('%s lacks %s', { tags: 'spec:password-classes' }, (password, rule) => {
    expect(brokenPasswordRules(password)).toEqual([rule]);
  });

  it.each([...'!@#$%^&*()_+-=[]{}|;:,.<>?/~'])(
    'accepts the special character %s',
    {
      tags: 'spec:password-classes',
    },
    (special) => {
      expect(brokenPasswordRules(`Correct${special}h0rse`)).toEqual([]);
    },
  );

  it('"no characters beyond letters, digits, that set and space"', { tags: 'spec:password-characters' }, () => {
    expect(brokenPasswordRules(`${GOOD} x9`)).toEqual([]);
    for (const character of ['"', "'", '\\', '`', '§', '\t', '😀', 'ü'])
      expect(brokenPasswordRules(GOOD + character), character).toEqual(['no other characters than these and spaces']);
  });

  it('"list text "Password must have: ...""', { tags: 'spec:password-list-text' }, () => {
    expect(passwordProblems('abc', strong)).toEqual([
      `Password must have: 8 to 128 characters, an uppercase letter, a digit, a special character of ${PASSWORD_SPECIALS}.`,
    ]);
  });

  it('"strength score above 2, else "Password isn\'t strong enough." plus warning and suggestions"', {
    tags: ['spec:password-strength', 'spec:password-limits'],
  }, () => {
    expect(passwordProblems(GOOD, strong)).toEqual([]);
    const weak = { score: 2, warning: 'This is a common password.', suggestions: ['Add another word.'] };
    expect(passwordProblems(GOOD, weak)).toEqual([
      "Password isn't strong enough.",
      'This is a common password.',
      'Add another word.',
    ]);
  });
});
