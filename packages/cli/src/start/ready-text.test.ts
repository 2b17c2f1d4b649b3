import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { DEMO_CHOICES } from './demo.ts';
import { type ReadyOptions, readyText } from './ready-text.ts';

const plain: ReadyOptions = {
  settings: { roles: ['api', 'worker'], dataDir: '/srv/data', databaseUrl: null },
  url: 'http://localhost:3000',
  owner: null,
  demo: null,
  colours: picocolors.createColors(false),
};

describe('what is printed at the start', () => {
  test('names the console, the data and how to stop', () => {
    expect(readyText(plain)).toBe(
      '\nSwitchboard is running.\n\n  Console   http://localhost:3000\n  Data      /srv/data\n  Stop      Ctrl-C\n\n',
    );
  });

  test('shows the owner’s one-time password once', () => {
    const text = readyText({ ...plain, owner: { email: 'owner@test.test', password: 'one-time' } });
    expect(text).toContain('as owner@test.test\n');
    expect(text).toContain('one-time password one-time (shown only now)');
  });

  test('says how to be a demo person', () => {
    const text = readyText({ ...plain, demo: { people: DEMO_CHOICES, url: 'http://127.0.0.1:4600' } });
    expect(text).toContain('type operator@acme.example');
    expect(text).toContain('http://127.0.0.1:4600 (sample reports)');
  });

  test('a process without the API says what it does', () => {
    const text = readyText({ ...plain, url: null, settings: { ...plain.settings, databaseUrl: 'postgresql://x' } });
    expect(text).toContain('Roles     api, worker');
    expect(text).not.toContain('Data');
  });
});

test('the demo offers one person per role in each account, and one for all', () => {
  const accounts = Map.groupBy(DEMO_CHOICES, ({ account }) => account);
  expect([...accounts].map(([account, people]) => [account, people.length])).toEqual([
    ['Acme Media', 6],
    ['Globex', 6],
    ['All accounts', 1],
  ]);
});
