/** Faults of the other end, and the words of the page for them. */
export const CASES = {
  refused: 'refuses connections',
  silent: 'is silent',
  cut: 'is cut in the middle',
  'wrong-key': 'rejects the key',
  missing: 'has no such name',
  denied: 'does not permit it',
  full: 'is full',
  killed: 'we are killed before and after the commit',
} as const;
export type Case = keyof typeof CASES;

export type ConnectorServer = {
  /** Whether the suites of broken connections leave it out: its own tests break them. */
  readonly isApart?: true;
  /** Server at the other end in `npm test`. */
  readonly server: string;
  /** Servers of others that the same tests were run against, with the command. */
  readonly others: readonly string[];
  /** Why a case does not exist, or is without a test. */
  readonly without: Partial<Record<Case, string>>;
};

const NO_CONNECTION = 'nothing is connected to';
const NO_KEY = 'it takes no key';

/** The other end of each connector in the tests, by the name of the connector. */
export const SERVERS: Readonly<Record<string, ConnectorServer>> = {
  azure_blob: {
    server: 'a stand-in of ours of the documented REST API, which also misbehaves',
    others: ['Azurite: `AZURE_SERVER=azurite`'],
    without: {},
  },
  bigquery: {
    server: 'a stand-in of ours of the documented REST API, which keeps the rows in PostgreSQL and also misbehaves',
    others: [],
    isApart: true,
    without: {},
  },
  clickhouse: {
    server: 'a stand-in of ours of the documented HTTP interface, which keeps the rows in SQLite and also misbehaves',
    others: ['the engine of ClickHouse (chdb): `CLICKHOUSE_SERVER=chdb`'],
    without: {},
  },
  databricks: {
    server: 'a stand-in of ours of the documented APIs, which keeps the rows in PostgreSQL and also misbehaves',
    others: [],
    without: {},
  },
  email: {
    server: 'the listener for mail itself, which mails reach by SMTP',
    others: [],
    isApart: true,
    without: {
      refused: NO_CONNECTION,
      silent: NO_CONNECTION,
      cut: NO_CONNECTION,
      'wrong-key': NO_KEY,
      denied: 'an account reads its own mail',
    },
  },
  file: {
    server: 'the disk itself',
    others: [],
    without: {
      refused: NO_CONNECTION,
      silent: NO_CONNECTION,
      cut: NO_CONNECTION,
      'wrong-key': NO_KEY,
      missing: 'missing folders are made',
    },
  },
  ftp: {
    server: 'a stand-in of ours with TLS, which also misbehaves',
    others: ['vsftpd: `FTP_SERVER=vsftpd`', 'pyftpdlib: `FTP_SERVER=pyftpdlib`'],
    without: {},
  },
  gcs: {
    server: 'a stand-in of ours of the documented JSON API, which also misbehaves',
    others: [],
    isApart: true,
    without: {},
  },
  google_sheets: {
    server: 'a stand-in of ours of the documented REST API, which also misbehaves',
    others: [],
    isApart: true,
    without: {},
  },
  http: {
    server: 'HTTP servers of Node',
    others: [],
    without: {},
  },
  mssql: {
    server:
      'a stand-in of ours of the documented protocol (MS-TDS), which keeps the rows in PostgreSQL and also misbehaves',
    others: [],
    without: {},
  },
  mysql: {
    server:
      'as a source, a stand-in built on the server of the client library; as a destination, only what needs no server',
    others: ['MariaDB: `MYSQL_SERVER=mariadb`'],
    without: {},
  },
  postgres: {
    server: 'PostgreSQL itself',
    others: [],
    without: {},
  },
  redshift: {
    server:
      'as a source, PostgreSQL; as a destination, a stand-in of ours in front of PostgreSQL, which executes COPY from fauxqs and also misbehaves',
    others: [],
    without: {},
  },
  s3: {
    server: 'fauxqs, an S3 server for tests, with faults of ours',
    others: [],
    without: {},
  },
  sftp: {
    server: 'a stand-in built on the server of the client library, which also misbehaves',
    others: ['OpenSSH: `SFTP_SERVER=openssh`'],
    without: {},
  },
  snowflake: {
    server: 'a stand-in of ours of the documented SQL API, which keeps the rows in PostgreSQL and also misbehaves',
    others: [],
    without: {},
  },
};
