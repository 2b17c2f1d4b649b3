import { beforeEach, expect, it } from 'vitest';
import { chosenConnection } from './connection-choice.ts';

beforeEach(() => localStorage.clear());

it('keeps the connection of an address until none clears it', { tags: 'spec:connection-choice' }, () => {
  expect(chosenConnection('?search=x')).toBeUndefined();
  expect(chosenConnection('?connection=staff-saml')).toBe('staff-saml');
  expect(chosenConnection('')).toBe('staff-saml');
  expect(chosenConnection('?connection=none')).toBeUndefined();
  expect(chosenConnection('')).toBeUndefined();
});

it.each(['', 'a b', 'x'.repeat(101), '<script>'])('takes no connection "%s"', (name) => {
  chosenConnection('?connection=kept');
  expect(chosenConnection(`?connection=${encodeURIComponent(name)}`)).toBe('kept');
});

it('takes nothing from storage that is not a name', () => {
  localStorage.setItem('switchboard.connection', '{"a":1}');
  expect(chosenConnection('')).toBeUndefined();
});
