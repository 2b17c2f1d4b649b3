import type { Cell, Wrong } from './cell.ts';

type Draft = Omit<Cell, 'end'>;

/** A host and a port that lead nowhere. */
export const addressCells = (host: string, port: string, wrong?: Wrong): readonly Draft[] => [
  {
    wrong: wrong ?? 'host',
    how: 'a host that no name server knows',
    noticedBy: 'network',
    change: { [host]: 'nowhere.invalid' },
    typeId: 'unknown_host',
    field: host,
  },
  {
    wrong: wrong ?? 'host',
    how: 'a host of a private network',
    noticedBy: 'network',
    change: { [host]: '10.0.0.1' },
    typeId: 'host_not_allowed',
    field: host,
    detail: 'Host 10.0.0.1 is not allowed.',
  },
  {
    wrong: wrong ?? 'port',
    how: 'a port at which nothing listens',
    noticedBy: 'network',
    change: { [port]: 1 },
    typeId: 'port_inaccessible',
    field: port,
  },
  {
    wrong: wrong ?? 'port',
    how: 'a port that is not a number',
    noticedBy: 'key',
    change: { [port]: 'many' },
    typeId: 'number_not_valid',
    field: port,
    detail: '1 to 65535',
  },
];

/** Certificates of the server that do not fit. */
export const certificateCells: readonly Draft[] = [
  {
    wrong: 'certificate of another host',
    how: 'it is for another address',
    noticedBy: 'server',
    setup: { certificate: { addresses: ['127.0.0.2'] } },
    change: {},
    typeId: 'ssl_hostname_mismatch',
    field: 'host',
  },
  {
    wrong: 'certificate of another host',
    how: 'it is for a name, and the host is an address',
    noticedBy: 'server',
    setup: { certificate: { addresses: [], hosts: ['localhost'] } },
    change: {},
    typeId: 'ssl_hostname_mismatch',
    field: 'host',
  },
  {
    wrong: 'certificate expired',
    how: 'it ended half a day ago',
    noticedBy: 'server',
    setup: { certificate: { validTo: -0.5 } },
    change: {},
    typeId: 'ssl_certificate_expired',
    field: null,
  },
  {
    wrong: 'certificate not yet valid',
    how: 'it begins in two days',
    noticedBy: 'server',
    setup: { certificate: { validFrom: 2 } },
    change: {},
    typeId: 'ssl_certificate_not_yet_valid',
    field: null,
  },
  {
    wrong: 'authority',
    how: 'another one signed the certificate',
    noticedBy: 'server',
    setup: { certificate: {} },
    change: ({ authority }) => ({ server_ca_pem: authority({ name: 'another' }) }),
    typeId: 'ssl_verification_failed',
    field: 'server_ca_pem',
  },
  {
    wrong: 'authority',
    how: 'one of the same name signed the certificate',
    noticedBy: 'server',
    setup: { certificate: {} },
    change: ({ authority }) => ({ server_ca_pem: authority({}) }),
    typeId: 'certificate_verification_failed',
    field: 'server_ca_pem',
  },
];
