import { expect, test } from 'vitest';
import { insecurities } from './password-strength.ts';

const WEAK = "Password isn't strong enough.";

test.each(['Password1!', 'Qwerty123!', 'Welcome2024!', 'Aaaaaaa1!'])(
  'refuses %s, which keeps all rules',
  { tags: 'spec:admin-password-strength' },
  async (password) => {
    expect((await insecurities(password, []))[0]).toBe(WEAK);
  },
);

test('refuses a password that is made of the name and the email', async () => {
  const inputs = ['Wilhelmina Throckmorton', 'wilhelmina@throckmorton.example'];
  expect(await insecurities('Wilhelmina-1', inputs)).toContain(WEAK);
});

test('accepts a long password of several words, and names broken rules first', async () => {
  expect(await insecurities('Plum-tree-over-9-hills', [])).toEqual([]);
  expect(await insecurities('password', [])).toEqual([expect.stringContaining('an uppercase letter')]);
});
