import type { HttpAuthentication, KeyField, KeyType } from '@switchboard/model/key-types/key-type';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { code, page, table } from './markdown.ts';

type HttpType = Extract<KeyType, { form: 'http' }>;
type ProviderType = HttpType & { readonly hosts: readonly string[] };

const isProvider = (type: KeyType): type is ProviderType => type.form === 'http' && type.hosts !== null;

/** Every type of key: those that fit many systems with their fields, those of providers one a line. */
export function keyTypesPage(): string {
  const [providers, others] = [KEY_TYPES.filter(isProvider), KEY_TYPES.filter((type) => !isProvider(type))];
  const counts = {
    call: providers.filter(({ probe }) => probe !== null).length,
    token: providers.filter(({ probe, authentication }) => probe === null && tokenOf(authentication)).length,
    none: providers.filter(({ probe, authentication }) => probe === null && !tokenOf(authentication)).length,
  };
  return page(
    'Key types',
    'What a key holds, how it is sent and how it is tried when it is saved. Secrets are never shown again once stored.',
    ...byCategory(others).flatMap(([category, types]) => [`## ${category}`, ...types.flatMap(keySection)]),
    '## Providers',
    [
      `${providers.length} types. A key is sent to the hosts of its type alone, by HTTPS; ${code('{name}')} stands for a field.`,
      'Fields are named as the provider names them; secret ones are bold, those that may be left out have a question mark.',
      'Each name links to the provider’s documentation. Types that are connected by OAuth show their client in `OAUTH_CLIENTS` and their scopes.',
    ].join('\n'),
    [
      `"Tried with" is the call that proves a key when it is saved: ${counts.call} types have one. ${counts.token} more are proved by the`,
      `token for which the key is exchanged. For the ${counts.none} others, marked with a dash, no cheap call is documented: their keys`,
      'are stored untried. The tests send the keys of every row to a stand-in and compare what arrives with the row; where it has a',
      'call or a token, they also have it accepted and rejected. No row has been tried at the provider itself.',
    ].join('\n'),
    ...byCategory(providers).flatMap(([category, types]) => [`### ${category}`, providerTable(types)]),
  );
}

const byCategory = <Type extends KeyType>(types: readonly Type[]) => [
  ...Map.groupBy(types, ({ category }) => category),
];

function providerTable(types: readonly ProviderType[]): string {
  return table(
    ['Type', 'Fields', 'Sent as', 'Hosts', 'Where to find it', 'Tried with'],
    types.map((type) => [
      `${nameOf(type)} ${code(type.name)}${noteOf(type)}`,
      shownFields(type),
      sentAs(type.authentication),
      shownHosts(type).map(code).join(', '),
      type.whereToFind ?? '',
      triedWith(type),
    ]),
  );
}

const nameOf = ({ displayName, documentation }: KeyType): string =>
  documentation === undefined ? displayName : `[${displayName}](${documentation})`;

const noteOf = ({ deprecated, notice }: KeyType): string =>
  [deprecated ? ' Deprecated.' : '', notice === undefined ? '' : ` ${notice}`].join('');

/** The fields that people enter, or how the key is connected instead. */
const shownFields = (type: ProviderType): string =>
  type.oauth === undefined
    ? type.fields.map(shownField).join(', ')
    : `connected by OAuth (${code(type.oauth.provider)}): ${type.oauth.scopes.map(code).join(', ')}`;

const shownField = ({ name, secret, required }: KeyField): string =>
  `${secret ? `**${code(name)}**` : code(name)}${required ? '' : '?'}`;

function sentAs(how: HttpAuthentication): string {
  switch (how.scheme) {
    case 'bearer':
      return `header that the key names`;
    case 'oauth1':
      return 'signed by HMAC-SHA1 (OAuth 1.0a)';
    case 'oauth1_login':
      return Object.entries(how.headers)
        .map(([name, value]) => code(`${name}: ${value}`))
        .join(', ');
    case 'basic':
      return `Basic ${code(`${how.username}:${how.password}`)}`;
    case 'template': {
      const headers = Object.entries(how.headers ?? {}).map(([name, value]) => code(`${name}: ${value}`));
      const query = Object.entries(how.query ?? {}).map(([name, value]) => code(`?${name}=${value}`));
      return [...headers, ...query].join(', ');
    }
  }
}

const tokenOf = (how: HttpAuthentication): { readonly url: string } | undefined =>
  how.scheme === 'oauth1_login' ? { url: how.tokenUrl } : how.scheme === 'template' ? how.token : undefined;

/** The hosts of a type, with a region replaced by each of its choices. */
function shownHosts({ hosts, fields }: ProviderType): readonly string[] {
  return hosts.flatMap((host) => {
    const choice = fields.find((field) => field.kind === 'choice' && host.includes(`{${field.name}}`));
    if (choice?.kind !== 'choice') return [host];
    return choice.choices.map(({ value }) => host.replaceAll(`{${choice.name}}`, value));
  });
}

function triedWith({ probe, authentication: how }: HttpType): string {
  if (probe !== null && 'url' in probe) return code(`${probe.body === undefined ? 'GET' : 'POST'} ${probe.url}`);
  const token = tokenOf(how);
  return token === undefined ? '–' : `token: ${code(`POST ${token.url}`)}`;
}

function keySection(type: KeyType): string[] {
  const { name, displayName, fields, groups = [], notice, deprecated, replacement, guide = [] } = type;
  const labels = new Map(groups.map((group) => [group.name, group.label]));
  const rows = fields.map((field) => [
    code(field.name),
    field.label,
    [labels.get(field.group ?? ''), kindOf(field)].filter(Boolean).join('; '),
    `${field.doc}${conditionOf(field)}`,
  ]);
  return [
    `### ${displayName} (${code(name)})`,
    ...(deprecated ? [`Deprecated.${replacement ? ` Use ${code(replacement)}.` : ''}`] : []),
    ...(notice ? [notice] : []),
    ...(guide.length > 0 ? [guide.join(' ')] : []),
    table(['Field', 'Label', 'Type', 'Meaning'], rows),
  ];
}

function kindOf(field: KeyField): string {
  const kind =
    field.kind === 'choice'
      ? `one of ${field.choices.map(({ value }) => code(value)).join(', ')}`
      : field.kind === 'number'
        ? `number, ${field.minimum} to ${field.maximum}`
        : field.kind;
  const flags = [
    field.required && 'required',
    field.secret && 'secret',
    field.obtained && 'obtained by connecting',
    field.derived && 'filled in by the server',
  ].filter(Boolean);
  return [kind, ...flags].join(', ');
}

const conditionOf = ({ when }: KeyField): string =>
  when === undefined ? '' : ` Only with ${code(when.field)} = ${code(String(when.equals))}.`;
