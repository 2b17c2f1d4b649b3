import { expect, it } from 'vitest';
import { readProfile } from './profile.ts';
import { readSettings } from './settings.ts';

it('reads the response of the login call', { tags: ['spec:session-login-call', 'spec:call-login'] }, () => {
  const profile = readProfile({
    email: 'jo@example.com',
    name: '',
    default_url_name: null,
    accounts: [
      { urlName: 'acme', name: 'Acme Media', show_download_summary: true },
      { urlName: 'globex', show_download_summary: 'yes' },
      { name: 'no address' },
    ],
    permissions: ['view', 'rule-the-world'],
    roles: ['viewer'],
  });
  expect(profile).toMatchObject({
    name: 'jo@example.com',
    defaultUrlName: 'acme',
    accounts: [
      { urlName: 'acme', name: 'Acme Media', showsUsage: true },
      { urlName: 'globex', name: 'globex', showsUsage: false },
    ],
    roles: ['viewer'],
  });
  expect([...(profile?.permissions ?? [])]).toEqual(['view']);
});

it('rejects responses that are not valid', () => {
  expect(readProfile('<html>')).toBeNull();
  expect(readProfile({})).toBeNull();
  expect(readSettings({ issuer: 'https://id.example', clientId: 'console' })).toBeNull();
});
