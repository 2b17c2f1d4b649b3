import { csv } from '../report-server.ts';
import { type Case, input } from './case.ts';
import { startFtpWithDanglingLink, startNarrowTable, startOldSsh, startSftpInTransfer } from './case-servers.ts';

const DATE = '2026-11-26';
const ADS = 'campaign: string; clicks: integer;';
const TO_FILE = 'table t is select * from d;\nupload t to { type: "file"; path: "t.csv"; };';

const ofFile = (path: string, more = '', columns = ADS): string =>
  `download d from { type: "file"; path: "${path}"; ${more} } using { ${columns} };\n${TO_FILE}`;
const ofHttp = (path: string, more: string, columns = ADS): string =>
  `download d from { type: "http"; url: "{provider}${path}"; ${more} } using { ${columns} };\n${TO_FILE}`;

/** Cases of the review of sources that one command shows. Those of a server that runs for days are in its own suites. */
export const SOURCE_CASES: readonly Case[] = [
  {
    name: 'answer-hidden',
    behaviour: 'the answer of a provider that cannot be used is quoted',
    script: ofHttp('/rows', 'rows: "rows";', 'id: integer;'),
    provider: {
      '/rows': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"error": {"code": 17, "message": "User request limit reached"}}'),
    },
    runs: [{ date: DATE, code: 1, says: ['User request limit reached'], written: {} }],
  },
  {
    name: 'binary-taken-for-text/plain-named-gz',
    behaviour: 'a text with the name of a gzip file is an error',
    script: ofFile('a.csv.gz'),
    runs: [
      {
        date: DATE,
        files: { 'a.csv.gz': input('plain-named-gz.csv.gz') },
        code: 1,
        says: ['is a text, not gzip'],
        written: {},
      },
    ],
  },
  {
    name: 'binary-taken-for-text/xlsx-named-csv',
    behaviour: 'a workbook with the name of a CSV is an error that names its format',
    script: ofFile('a.csv'),
    runs: [
      {
        date: DATE,
        files: { 'a.csv': input('xlsx-named-csv.csv') },
        code: 1,
        says: ['it begins like xlsx'],
        written: {},
      },
    ],
  },
  {
    name: 'charset-header-ignored',
    behaviour: 'an answer is read in the encoding that its header names',
    script: ofHttp('/charset', 'format: "csv";'),
    provider: {
      '/charset': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/csv; charset=ISO-8859-1' })
          .end(Buffer.from('campaign,clicks\nCafé,5\n', 'latin1')),
    },
    runs: [
      {
        date: DATE,
        code: 0,
        says: [/^d +completed +1 +\d+ B +1 +0$/m],
        written: { 't.csv': 'campaign,clicks\nCafé,5\n' },
      },
    ],
  },
  {
    name: 'destination-rounds',
    behaviour: 'a table whose columns would round the values is refused before it is changed',
    script: `download d from { type: "file"; path: "a.csv"; } using { amt: decimal(10,2); at: datetime; };
table t is select amt, at from d;
upload t to { type: "postgres"; key: "server"; schema: "t"; table: "narrow"; mode: "truncate"; };`,
    start: startNarrowTable,
    runs: [
      {
        date: DATE,
        files: { 'a.csv': 'amt,at\n1.25,2026-11-26 23:59:59\n' },
        code: 1,
        says: [
          'its column amt of type numeric(4,1) would change values of decimal(10, 2), such as 1.05',
          'its column at of type date would change values of datetime, such as 2026-11-26 23:59:59',
        ],
        written: {},
      },
    ],
  },
  {
    name: 'footer-blank-line-doubles',
    behaviour: 'blank lines at the end are not the footer',
    script: `download d from { type: "file"; path: "a.csv"; skip_footer: 1; } using { ${ADS} };
table t is select sum(clicks) as clicks from d;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: DATE,
        files: { 'a.csv': 'campaign,clicks\nA,5\nB,6\nTotal,11\n\n' },
        code: 0,
        says: [],
        written: { 't.csv': 'clicks\n11\n' },
      },
    ],
  },
  {
    name: 'foreign-403-suspends-key',
    behaviour: 'an expired link at another host is tried again and does not blame the key',
    script: ofHttp('/report', 'key: "tok"; format: "csv";'),
    keys: { tok: { api_token: 'S3CR3T', hosts: '{provider-host}' } },
    provider: {
      '/report': (request, response) =>
        request.headers.authorization === 'Bearer S3CR3T'
          ? void response.writeHead(302, { location: '{other}/gone' }).end()
          : void response.writeHead(401).end(),
    },
    other: {
      '/gone': (_request, response, call) =>
        call === 1
          ? void response
              .writeHead(403, { 'content-type': 'application/xml' })
              .end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')
          : csv('campaign,clicks\nA,5\n')(_request, response, call),
    },
    runs: [
      {
        date: DATE,
        code: 0,
        says: [/^d +completed +1 /m],
        saysNot: ['rejected the key'],
        written: { 't.csv': 'campaign,clicks\nA,5\n' },
      },
    ],
  },
  {
    name: 'ftp-550-permanent',
    behaviour: 'a link that leads nowhere is left out of a pattern',
    script: `download d from { type: "ftp"; key: "server"; path: "in/*-{YYYY-MM-DD}.csv"; } using { ${ADS} };\n${TO_FILE}`,
    start: startFtpWithDanglingLink,
    runs: [
      {
        date: DATE,
        code: 0,
        says: [/^d +completed +1 +\d+ B +1 +0$/m],
        written: { 't.csv': 'campaign,clicks\nA,5\n' },
      },
    ],
  },
  {
    name: 'link-header-comma',
    behaviour: 'the next page is found behind a comma in a quoted parameter of the header',
    script: ofHttp('/pages', 'rows: "."; paging: "link_header";', 'id: integer;'),
    provider: {
      '/pages': (request, response, call) => {
        const next = `<http://${request.headers.host}/pages?page=${call + 1}>; title="a, b"; rel="next"`;
        response.writeHead(200, { 'content-type': 'application/json', ...(call < 3 ? { link: next } : {}) });
        response.end(JSON.stringify([{ id: call }]));
      },
    },
    runs: [{ date: DATE, code: 0, says: [], written: { 't.csv': 'id\n1\n2\n3\n' } }],
  },
  {
    name: 'login-page-200',
    behaviour: 'a page to sign in in place of a report is named and tried again',
    script: ofHttp('/report', 'format: "csv";'),
    provider: {
      '/report': (_request, response, call) =>
        call === 1
          ? void response
              .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
              .end(
                '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action=/login>x</form></body></html>',
              )
          : csv('campaign,clicks\nA,5\n')(_request, response, call),
    },
    runs: [
      {
        date: DATE,
        code: 0,
        says: ['HTML page', 'Sign in'],
        written: { 't.csv': 'campaign,clicks\nA,5\n' },
      },
    ],
  },
  {
    name: 'old-ssh-with-password',
    behaviour: 'a server that signs with SHA-1 alone is refused with the box that allows it, also for a password',
    script: `download d from { type: "sftp"; key: "server"; path: "in/*"; } using { ${ADS} };\n${TO_FILE}`,
    start: startOldSsh,
    runs: [{ date: DATE, code: 1, says: ['I acknowledge using SHA-1'], written: {} }],
  },
  {
    name: 'sftp-partial-suffix',
    behaviour: 'files under way are left out and a link to a file beside it counts once',
    script: `download d from { type: "sftp"; key: "server"; path: "in/*{YYYY-MM-DD}*"; } using { ${ADS} };\n${TO_FILE}`,
    start: startSftpInTransfer,
    runs: [
      {
        date: DATE,
        code: 0,
        says: [/^d +completed +1 +\d+ B +1 +0$/m],
        written: { 't.csv': 'campaign,clicks\nA,5\n' },
      },
    ],
  },
  {
    name: 'xlsx-duration',
    behaviour: 'a duration beyond a day stays what the sheet shows',
    script: ofFile('a.xlsx', '', 'campaign: string; spent: string;'),
    runs: [
      {
        date: DATE,
        files: { 'a.xlsx': input('xlsx-duration.xlsx') },
        code: 0,
        says: [],
        written: { 't.csv': 'campaign,spent\nA,30:15:00\n' },
      },
    ],
  },
  {
    name: 'xml-error-is-empty',
    behaviour: 'an error document in place of the rows is an error',
    script: ofFile('a.xml', 'records: "row";'),
    runs: [
      {
        date: DATE,
        files: { 'a.xml': '<error><code>Throttled</code><message>Rate exceeded</message></error>' },
        code: 1,
        says: ['there is nothing at row, where <code> stands'],
        written: {},
      },
    ],
  },
  {
    name: 'zero-bytes-is-empty',
    behaviour: 'a file without bytes is an error',
    script: ofFile('a.csv'),
    runs: [{ date: DATE, files: { 'a.csv': '' }, code: 1, says: ['it has no bytes'], written: {} }],
  },
  {
    name: 'zip-members-dropped',
    behaviour: 'an archive in an archive is an error that names it',
    script: ofFile('a.zip'),
    runs: [
      {
        date: DATE,
        files: { 'a.zip': input('zip-members-dropped.zip') },
        code: 1,
        says: ['inner.zip in it is another archive'],
        written: {},
      },
    ],
  },
];
