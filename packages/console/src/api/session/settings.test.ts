import { expect, it } from 'vitest';
import { fetchSettings } from './settings.ts';

const SETTINGS = {
  issuer: 'http://localhost/oidc',
  clientId: 'console',
  audience: 'http://localhost/api',
  endpoints: {
    authorization: 'http://localhost/oidc/auth',
    token: 'http://localhost/oidc/token',
    endSession: 'http://localhost/oidc/session/end',
  },
  demo: false,
};

function pageWith(content: string): Document {
  const page = document.implementation.createHTMLDocument();
  const meta = page.createElement('meta');
  meta.name = 'console-settings';
  meta.content = content;
  page.head.append(meta);
  return page;
}

it('reads the settings that the server has written into the page', async () => {
  expect(await fetchSettings(pageWith(JSON.stringify(SETTINGS)))).toEqual(SETTINGS);
});

it('leaves the addresses of another provider to its discovery document', async () => {
  const settings = await fetchSettings(pageWith(JSON.stringify({ ...SETTINGS, endpoints: null })));
  expect(settings.endpoints).toBeNull();
});
