import { expect, test } from 'vitest';
import { insecurities } from './password-strength.ts';

const WEAK = "Password isn't strong enough.";

test.each(['Password1!', 'Qwerty123!', 'Welcome2024!', 'Aaaaaaa1!'])(
  'refuses %s, which keeps all rules',
  { tags: 'spec:admin-password-strength' },
  async (password) => {
    const [first, ...advice] = await insecurities(password, []);
    expect(first).toBe(WEAK);
    // Sentences, not codes of the estimator.
    expect(advice).not.toEqual([]);
    for (const text of advice) expect(text).toMatch(/^[A-Z][^ ]*( [^ ]+)+\.$/);
  },
);

test('refuses a password that is made of the name and the email', async () => {
  const inputs = ['Wilhelmina Throckmorton', 'wilhelmina@throckmorton.example'];
  const problems = await insecurities('Wilhelmina-1', inputs);
  expect(problems[0]).toBe(WEAK);
  for (const text of problems) expect(text).toContain(' ');
});

test('accepts a long password of several words, and names broken rules first', async () => {
  expect(await insecurities('Plum-tree-over-9-hills', [])).toEqual([]);
  expect(await insecurities('password', [])).toEqual([expect.stringContaining('an uppercase letter')]);
});
