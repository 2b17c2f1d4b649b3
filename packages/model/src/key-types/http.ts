import { KEY_HOSTS_PATTERN } from './key-hosts.ts';
import { connected, OBTAINED_TOKENS } from './key-rows.ts';
import type { KeyField, KeyType } from './key-type.ts';

const HOSTS: KeyField = {
  name: 'hosts',
  label: 'Hosts',
  kind: 'text',
  pattern: KEY_HOSTS_PATTERN,
  isHostList: true,
  placeholder: 'api.example.com, *.reports.example.com',
  doc: 'The only hosts that may receive this key, separated by commas: api.example.com, *.example.com for all below it, api.example.com:8443 for another port than 443.',
};

const VERIFY_URL: KeyField = {
  name: 'verify_url',
  label: 'Verification URL',
  kind: 'text',
  pattern: 'https?://[^\\s/]+.*',
  placeholder: 'https://api.example.com/me',
  doc: 'Called once with the key when the key is saved; any response other than 2xx rejects the key. Its host must be one of the hosts.',
};

/** Keys that travel in HTTP requests. */
export const HTTP_KEY_TYPES: readonly KeyType[] = [
  {
    name: 'api_token',
    displayName: 'API token',
    category: 'HTTP',
    form: 'http',
    guide: [
      'The provider shows the token in the settings of its API or of your user, often only once.',
      'Its documentation names the header of the token. Leave header and prefix empty for Authorization: Bearer.',
      'The verification URL is any address of the API that needs the token and changes nothing.',
    ],
    fields: [
      {
        name: 'api_token',
        formerNames: ['token'],
        label: 'API token',
        kind: 'text',
        secret: true,
        required: true,
        doc: 'The token, as the provider shows it.',
      },
      {
        name: 'header',
        label: 'Header',
        kind: 'text',
        pattern: "[!#$%&'*+.^_`|~0-9A-Za-z-]+",
        placeholder: 'Authorization',
        doc: 'The request header that carries the token; Authorization by default.',
      },
      {
        name: 'prefix',
        label: 'Prefix',
        kind: 'text',
        placeholder: 'Bearer',
        doc: 'Precedes the token in the header; "Bearer" by default for Authorization, empty for other headers.',
      },
      { ...HOSTS, required: true },
      VERIFY_URL,
    ],
    authentication: { scheme: 'bearer', value: 'api_token', header: 'header', prefix: 'prefix' },
    hosts: null,
    probe: { urlField: 'verify_url' },
  },
  {
    name: 'basic',
    displayName: 'User name and password',
    category: 'HTTP',
    form: 'http',
    guide: [
      'The provider’s documentation names the hosts of its API: enter those alone.',
      'Take a user that is made for programs where the provider offers one. Its password does not end with a person’s.',
      'The verification URL is any address of the API that needs the sign-in and changes nothing.',
    ],
    fields: [
      { name: 'username', label: 'User name', kind: 'text', required: true, doc: 'The user name.' },
      { name: 'password', label: 'Password', kind: 'text', secret: true, required: true, doc: 'The password.' },
      { ...HOSTS, required: true },
      VERIFY_URL,
    ],
    authentication: { scheme: 'basic', username: '{username}', password: '{password}' },
    hosts: null,
    probe: { urlField: 'verify_url' },
  },
  {
    name: 'sample_oauth',
    displayName: 'Sample provider (OAuth)',
    category: 'HTTP',
    form: 'http',
    demo: true,
    ...connected({ provider: 'sample', style: 'generic', scopes: ['reports'] }),
    fields: [...OBTAINED_TOKENS, { ...HOSTS, obtained: true }],
    hosts: null,
    probe: null,
  },
];
