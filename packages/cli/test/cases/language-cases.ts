import { type Case, input } from './case.ts';

const NOT_CALCULATED = 'its formula has no stored value';

/** Cases of the review of the language. Those of dialects are in the suite of mistakes. */
export const LANGUAGE_CASES: readonly Case[] = [
  {
    name: '01-impossible-date-literal',
    behaviour: 'each constant that cannot be a date is an error where it stands',
    script: `download d from { type: "file"; path: "d.csv"; } using { id: integer; day: date; };
table t is select count() as n, count_if(day > date('2026-02-30')) as late, count_if(day >= date('31/01/2026')) as since from d;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.csv': 'id,day\n1,2026-03-31\n2,2026-04-28\n' },
        code: 2,
        says: [
          'Value "2026-02-30" cannot be read as date: there is no such day.',
          'Value "31/01/2026" cannot be read as date: it is not written as YYYY-MM-DD.',
          "Write parse_date('31/01/2026', 'dd/MM/YYYY')",
          '2 errors',
        ],
        written: {},
      },
    ],
  },
  {
    name: '02-union-misnamed-column',
    behaviour: 'a column of one side of a union alone is a warning with the name that was meant',
    script: `download eu from { type: "file"; path: "eu.csv"; } using { site: string; clicks: integer; };
download us from { type: "file"; path: "us.csv"; } using { site: string; click: integer; };
table both is union eu, us;
table t is select count() as rows, sum(clicks) as clicks from both;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'eu.csv': 'site,clicks\na,5\n', 'us.csv': 'site,click\nb,6\n' },
        code: 0,
        says: ['us has no clicks, which eu has: the values are null in its rows. Did you mean clicks for click?'],
        written: { 't.csv': 'rows,clicks\n2,5\n' },
      },
    ],
  },
  {
    name: '03-xlsx-formula-without-value',
    behaviour: 'a row with a formula that was never calculated is dirty',
    script: `download d from { type: "file"; path: "d.xlsx"; } using { id: integer; net: decimal(10, 2); gross: decimal(10, 4); };
table t is select count() as rows, sum(net) as net, sum(gross) as gross from d;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.xlsx': input('03-xlsx-formula-without-value.xlsx') },
        code: 1,
        says: [/^d +failed +1 +[\d.]+ kB +0 +2$/m, new RegExp(`^ +2 +gross +${NOT_CALCULATED}`, 'm')],
        written: {},
      },
    ],
  },
  {
    name: '04-xlsx-elapsed-time',
    behaviour: 'hours beyond a day stay what the sheet shows',
    script: `download d from { type: "file"; path: "d.xlsx"; } using { id: integer; worked: string; };
table t is select id, worked from d order by id;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.xlsx': input('04-xlsx-elapsed-time.xlsx') },
        code: 0,
        says: [/^d +completed +1 +[\d.]+ kB +2 +0$/m],
        written: { 't.csv': 'id,worked\n1,36:00\n2,30:00\n' },
      },
    ],
  },
  {
    name: '04-xlsx-elapsed-time',
    behaviour: 'hours beyond a day are dirty where a datetime is declared',
    script: `download e from { type: "file"; path: "d.xlsx"; } using { id: integer; worked: datetime; };
upload e to { type: "file"; path: "e.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.xlsx': input('04-xlsx-elapsed-time.xlsx') },
        code: 1,
        says: [/^ +2 +worked +not a datetime +\[1,"36:00"\]$/m, /^ +3 +worked +not a datetime +\[2,"30:00"\]$/m],
        saysNot: ['1900'],
        written: {},
      },
    ],
  },
  {
    name: '07-upsert-withdrawn-and-restated-rows',
    behaviour: 'a date that is loaded again takes back what it gave before',
    script: `download src from { type: "file"; path: "src-{YYYY-MM-DD}.csv"; } using { k: string not null; v: integer; at: datetime; };
table latest is upsert src by k order by at desc;
upload latest to { type: "file"; path: "latest-{YYYY-MM-DD}.csv"; };`,
    state: 'st',
    runs: [
      {
        date: '2026-11-01',
        files: { 'src-2026-11-01.csv': 'k,v,at\nk1,1,2026-11-01T10:00:00Z\nk2,2,2026-11-01T10:00:00Z\n' },
        code: 0,
        says: [/^latest +completed +2 /m],
        written: {
          'latest-2026-11-01.csv': 'k,v,at\nk1,1,2026-11-01 10:00:00\nk2,2,2026-11-01 10:00:00\n',
        },
      },
      {
        date: '2026-11-01',
        files: { 'src-2026-11-01.csv': 'k,v,at\nk1,100,2026-11-01T09:00:00Z\n' },
        code: 0,
        says: [/^latest +completed +1 /m],
        written: { 'latest-2026-11-01.csv': 'k,v,at\nk1,100,2026-11-01 09:00:00\n' },
      },
    ],
  },
  {
    name: '10-parquet-decimal-by-star',
    behaviour: 'a decimal of the file keeps its type where columns are not declared',
    script: `download d from { type: "file"; path: "d.parquet"; } using *;
table t is select sum(amount) as total, sum(amount) == 0.3 as exact from d;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.parquet': input('10-parquet-decimal-by-star.parquet') },
        code: 0,
        says: [],
        written: { 't.csv': 'total,exact\n0.30,true\n' },
      },
    ],
  },
  {
    name: '11-parquet-bytes-as-text',
    behaviour: 'bytes that are not text are dirty rows',
    script: `download d from { type: "file"; path: "d.parquet"; } using { name: string; };
table t is select name from d;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.parquet': input('11-parquet-bytes-as-text.parquet') },
        code: 1,
        says: [/^ +1 +name +bytes that are not text/m, /^ +2 +name +bytes that are not text/m],
        written: {},
      },
    ],
  },
  {
    name: '13-conversion-nulls-uncounted',
    behaviour: 'the values that each conversion made null are counted',
    script: `download d from { type: "file"; path: "d.csv"; } using { site: string; amount: string; };
table t is select count() as rows, sum(integer(amount)) as as_integer, sum(decimal(amount, 12, 1)) as as_decimal, sum(float(amount)) as as_float from d;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.csv': 'site,amount\na,12.50\nb,7\nc,abc\nd,"1,234.00"\n' },
        code: 0,
        says: [
          'integer(amount) in table t: 3 of 4 values became null',
          'decimal(amount, 12, 1) in table t: 2 of 4 values became null',
          'float(amount) in table t: 2 of 4 values became null',
        ],
        written: { 't.csv': 'rows,as_integer,as_decimal,as_float\n4,7,19.5,19.5\n' },
      },
    ],
  },
  {
    name: '14-empty-restatement',
    behaviour: 'an empty result warns that the rows of before stay',
    script: `download d from { type: "file"; path: "d-{YYYY-MM-DD}.csv"; } using { site: string; v: integer; };
table t is select site, v from d where v > 0;
upload t to { type: "file"; path: "t-{YYYY-MM-DD}.csv"; mode: "replace_date"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd-2026-11-19.csv': 'site,v\na,5\n' },
        code: 0,
        says: [/^t +completed +1 /m],
        written: { 't-2026-11-19.csv': 'site,v\na,5\n' },
      },
      {
        date: '2026-11-19',
        files: { 'd-2026-11-19.csv': 'site,v\na,0\n' },
        code: 0,
        says: ['Rows of 2026-11-19 that were uploaded before stay at file · t-2026-11-19.csv.'],
        written: { 't-2026-11-19.csv': 'site,v\na,5\n' },
      },
    ],
  },
  {
    name: '14-empty-restatement',
    behaviour: 'an empty result replaces the rows of before where the upload says so',
    script: `download d from { type: "file"; path: "d-{YYYY-MM-DD}.csv"; } using { site: string; v: integer; };
table t is select site, v from d where v > 0;
upload t to { type: "file"; path: "t-{YYYY-MM-DD}.csv"; mode: "replace_date"; when_empty: "replace"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd-2026-11-19.csv': 'site,v\na,5\n' },
        code: 0,
        says: [/^t +completed +1 /m],
        written: { 't-2026-11-19.csv': 'site,v\na,5\n' },
      },
      {
        date: '2026-11-19',
        files: { 'd-2026-11-19.csv': 'site,v\na,0\n' },
        code: 0,
        says: [/^t +completed +0 /m],
        written: { 't-2026-11-19.csv': 'site,v\n' },
      },
    ],
  },
  {
    name: '15-xml-records-not-found',
    behaviour: 'an error document in place of the records is an error',
    script: `download d from { type: "file"; path: "d.xml"; records: "row"; } using { site: string not null; clicks: integer not null; };
table t is select site, clicks from d;
upload t to { type: "file"; path: "t.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.xml': '<error><code>429</code><message>quota exceeded</message></error>' },
        code: 1,
        says: ['there is nothing at row, where <code> stands, beside its <error>: 429'],
        written: {},
      },
    ],
  },
  {
    name: '17-star-on-an-empty-day',
    behaviour: 'a day without rows is empty, as with declared columns',
    script: `download d from { type: "file"; path: "d.json"; } using *;
table t is select site, sum(integer(clicks)) as clicks from d;
table u is select * from d;
upload t to { type: "file"; path: "t.csv"; };
upload u to { type: "file"; path: "u.csv"; };`,
    runs: [
      {
        date: '2026-11-19',
        files: { 'd.json': '[]' },
        code: 0,
        says: [/^t +empty +0 /m, /^u +empty +0 /m],
        saysNot: ['Binder'],
        written: {},
      },
    ],
  },
];
