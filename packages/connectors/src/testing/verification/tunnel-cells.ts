import { type Cell, of } from './cell.ts';
import { addressCells } from './network-cells.ts';

type Draft = Omit<Cell, 'end'>;

/** The fingerprint of another server. */
const ELSEWHERE = `SHA256:${'A'.repeat(43)}`;

const byKey = (pem: string) => ({
  ssh_tunnel_auth_type: 'privateKey',
  ssh_tunnel_password: null,
  ssh_tunnel_rsa_key: pem,
});

const tunnel = (how: string, cell: Omit<Draft, 'wrong' | 'how' | 'noticedBy'> & Partial<Draft>): Draft => ({
  wrong: 'tunnel',
  how,
  noticedBy: 'server',
  ...cell,
});

const cells: readonly Draft[] = [
  tunnel('another password', {
    change: { ssh_tunnel_password: 'wrong' },
    typeId: 'incorrect_user_or_password',
    field: 'ssh_tunnel_password',
  }),
  tunnel('a user whom the SSH server does not know', {
    change: { ssh_tunnel_user: 'unknown' },
    typeId: 'incorrect_user_or_password',
    field: 'ssh_tunnel_password',
  }),
  tunnel('a private key that the SSH server does not know', {
    change: ({ strangeKey }) => byKey(strangeKey()),
    typeId: 'incorrect_rsa_key',
    field: 'ssh_tunnel_rsa_key',
  }),
  tunnel('what is not a private key', {
    noticedBy: 'key',
    change: byKey('no key'),
    typeId: 'malformed_rsa_key',
    field: 'ssh_tunnel_rsa_key',
  }),
  tunnel('the passphrase of the private key is another', {
    noticedBy: 'key',
    change: ({ lockedKey }) => ({ ...byKey(lockedKey('open')), ssh_tunnel_passphrase: 'another' }),
    typeId: 'incorrect_passphrase',
    field: 'ssh_tunnel_passphrase',
  }),
  tunnel('the passphrase of the private key is missing', {
    noticedBy: 'key',
    change: ({ lockedKey }) => byKey(lockedKey('open')),
    typeId: 'passphrase_required',
    field: 'ssh_tunnel_passphrase',
  }),
  tunnel('an SSH server that signs only with SHA-1', {
    setup: { isSha1Only: true },
    change: ({ strangeKey }) => byKey(strangeKey()),
    typeId: 'sha1_not_acknowledged',
    field: 'ssh_tunnel_use_sha1',
  }),
  tunnel('no user', {
    noticedBy: 'key',
    change: { ssh_tunnel_user: null },
    typeId: 'ssh_field_required',
    field: 'ssh_tunnel_user',
  }),
  tunnel('neither a password nor a private key', {
    noticedBy: 'key',
    change: { ssh_tunnel_password: null },
    typeId: 'ssh_secret_required',
    field: 'ssh_tunnel_password',
    otherField: 'ssh_tunnel_rsa_key',
  }),
  tunnel('an SSH server that forwards no connections', {
    setup: { forwards: false },
    change: {},
    typeId: 'ssh_tunnel_failed',
    field: 'ssh_tunnel_host',
  }),
  {
    wrong: 'host key',
    how: 'that of another SSH server is pinned',
    noticedBy: 'server',
    change: { ssh_tunnel_host_fingerprint: ELSEWHERE },
    typeId: 'host_key_changed',
    field: 'ssh_tunnel_host_fingerprint',
    detail: ({ fingerprint }) => fingerprint,
  },
  ...addressCells('ssh_tunnel_host', 'ssh_tunnel_port', 'tunnel'),
  {
    wrong: 'port',
    how: 'a port at which nothing listens behind the SSH server',
    noticedBy: 'server',
    change: { port: 1 },
    typeId: 'port_inaccessible',
    field: 'port',
  },
  {
    wrong: 'password',
    how: 'another password for the database',
    noticedBy: 'server',
    change: { password: 'wrong' },
    typeId: 'incorrect_user_or_password',
    field: 'password',
  },
  {
    wrong: 'certificate of another host',
    how: 'that of the database is for another address',
    noticedBy: 'server',
    setup: { certificate: { addresses: ['127.0.0.2'] } },
    change: {},
    typeId: 'ssl_hostname_mismatch',
    field: 'host',
  },
];

export const TUNNEL_CELLS: readonly Cell[] = [...of('tunnel to postgresql', cells), ...of('tunnel to mysql', cells)];
