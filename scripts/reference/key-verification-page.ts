import { type Cell, ENDS, type End, WRONG } from '@switchboard/connectors/testing/verification-cell';
import { VERIFICATION_CELLS } from '@switchboard/connectors/testing/verification-cells';
import { keyProblem } from '@switchboard/model/key-types/key-problems';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { code, page, table } from './markdown.ts';

const ENDS_IN_ORDER = Object.keys(ENDS) as readonly End[];

const POSTGRES = 'PostgreSQL; TLS by a server of ours in front of it';
const MARIADB = 'MariaDB, also its TLS: `MYSQL_SERVER=mariadb`';
const OPENSSH = 'OpenSSH: `SFTP_SERVER=openssh`';
const VSFTPD = 'vsftpd, also its TLS: `FTP_SERVER=vsftpd`';
const ENCRYPTED_POSTGRES = 'PostgreSQL’s own TLS: `POSTGRES_SERVER=encrypted`';

/** Servers at each end in the tests, and the real servers that take the same cells. */
const SERVERS: Readonly<Record<End, { readonly standing: string; readonly real: string }>> = {
  postgresql: { standing: POSTGRES, real: ENCRYPTED_POSTGRES },
  redshift: { standing: 'PostgreSQL, which speaks the same protocol', real: '–' },
  mysql: { standing: 'a stand-in built on the server of the client library', real: MARIADB },
  mssql: { standing: 'a stand-in of ours of the documented protocol', real: '–' },
  'tunnel to postgresql': { standing: 'the SSH server of the client library, and PostgreSQL', real: OPENSSH },
  'tunnel to mysql': { standing: 'the SSH server of the client library, and the stand-in of MySQL', real: OPENSSH },
  sftp: { standing: 'a stand-in built on the server of the client library', real: OPENSSH },
  ftp: { standing: 'a stand-in of ours', real: VSFTPD },
  'ftps explicit': { standing: 'a stand-in of ours with TLS', real: VSFTPD },
  'ftps implicit': { standing: 'a stand-in of ours with TLS', real: VSFTPD },
};

const NOTICED = { server: 'the server', network: 'the network', key: 'the key itself' } as const;

/** The matrix of verification: kind of key x wrong thing -> text on the field. */
export function keyVerificationPage(): string {
  const from = (end: End): readonly Cell[] => VERIFICATION_CELLS.filter((cell) => cell.end === end);
  const count = (cells: readonly Cell[], by: Cell['noticedBy']): string =>
    String(cells.filter(({ noticedBy }) => noticedBy === by).length);
  return page(
    'Verification of keys',
    [
      `What the form of a key says of each wrong thing, and at which field: ${VERIFICATION_CELLS.length} cells. Every cell is tried by`,
      `${code('packages/connectors/src/key-forms/verification-matrix.test.ts')}, whose table this page is made from. Some things are wrong with the`,
      'key itself, some are noticed by the network before a server answers, and the others by the server.',
    ].join('\n'),
    table(
      ['Key', 'Cells', ...Object.values(NOTICED).map((by) => `noticed by ${by}`), 'In the tests', 'The same against'],
      ENDS_IN_ORDER.map((end) => [
        ENDS[end].label,
        String(from(end).length),
        ...(Object.keys(NOTICED) as readonly Cell['noticedBy'][]).map((by) => count(from(end), by)),
        SERVERS[end].standing,
        SERVERS[end].real,
      ]),
    ),
    [
      `Cells marked * need a real server: ours do not notice them. All at once, as root, with the packages ${code('openssh-server')},`,
      `${code('vsftpd')} and ${code('mariadb-server')} installed:`,
    ].join('\n'),
    [
      '```',
      'SFTP_SERVER=openssh FTP_SERVER=vsftpd MYSQL_SERVER=mariadb POSTGRES_SERVER=encrypted \\',
      '  npm test -- packages/connectors/src/key-forms/verif',
      '```',
    ].join('\n'),
    ...ENDS_IN_ORDER.flatMap((end) => [
      `## ${ENDS[end].label}`,
      table(
        ['Wrong', 'What exactly', 'Field', 'Text', 'Noticed by'],
        WRONG.flatMap((wrong) => from(end).filter((cell) => cell.wrong === wrong)).map(rowOf),
      ),
    ]),
  );
}

function rowOf({ end, wrong, how, typeId, field, otherField, detail, noticedBy, isRealOnly }: Cell): readonly string[] {
  const found = findKeyType(ENDS[end].type)?.fields.find(({ name }) => name === field) ?? null;
  const text = keyProblem(typeId, found, typeof detail === 'function' ? 'SHA256:…' : detail).message;
  const fields = [field, otherField].flatMap((name) => (name === null || name === undefined ? [] : [code(name)]));
  return [
    `${wrong}${isRealOnly === true ? ' *' : ''}`,
    how,
    fields.join(', ') || 'the whole form',
    text,
    NOTICED[noticedBy],
  ];
}
