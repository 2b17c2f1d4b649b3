import { afterEach, expect, it } from 'vitest';
import { keepRecentChoice, readRecentChoices } from './recent-choices.ts';

afterEach(() => localStorage.clear());

const choice = (path: string) => ({ label: path.toUpperCase(), path });

it('keeps the last five choices, newest first and each once', () => {
  for (const path of ['a', 'b', 'c', 'd', 'e', 'f', 'd']) keepRecentChoice('jo/acme', choice(path));
  expect(readRecentChoices('jo/acme').map(({ path }) => path)).toEqual(['d', 'f', 'e', 'c', 'b']);
});

it('the palette does not show the choices of another person or account', () => {
  keepRecentChoice('jo/acme', choice('a'));
  expect(readRecentChoices('jo/globex')).toEqual([]);
  keepRecentChoice('jo/globex', choice('b'));
  expect(readRecentChoices('jo/acme')).toEqual([]);
});

it('ignores what is not valid', () => {
  localStorage.setItem('switchboard.recentChoices', '{"scope":"jo/acme","choices":[{"label":1},null]}');
  expect(readRecentChoices('jo/acme')).toEqual([]);
});
