import { advised, rewritten } from '../function-habit.ts';

const FORMAT = "Write format_date(value, format), for example with 'YYYY-MM-dd' or 'dd/MM/YYYY HH:mm'.";
const PARSE = "Write parse_date(text, format), for example with 'dd/MM/YYYY'.";
const PARSE_TIME = "Write parse_datetime(text, format), for example with 'dd/MM/YYYY HH:mm'.";
const WEEKDAY = 'Write day_of_week(date): Sunday is 0, Saturday is 6.';
const WHOLE_UNITS =
  'Write date_diff(from, to, unit): it counts the starts of units between both, where others count whole units.';
const PART = 'Write year(value), month(value), day(value), hour(value) or another function of that name.';
const SECONDS = 'Write epoch(value) for whole seconds, epoch_ms(value) for milliseconds.';

const TODAY = ['curdate', 'current_date', 'utc_date'];
const NOW = [
  'current_timestamp',
  'getdate',
  'getutcdate',
  'localtimestamp',
  'sysdate',
  'sysdatetime',
  'systimestamp',
  'utc_timestamp',
];

export const TIME_HABITS = [
  ...rewritten(TODAY.map((name) => [`${name}()`, 'today()', `${name}()`, 'today()'])),
  ...rewritten(NOW.map((name) => [`${name}()`, 'now()', `${name}()`, 'now()'])),
  ...rewritten([
    ['dateadd(u, n, a)', "date_add(a, n, 'u')", 'dateadd(month, 1, day)', "date_add(day, 1, 'month')"],
    ['timestampadd(u, n, a)', "date_add(a, n, 'u')", 'timestampadd(hour, 2, at)', "date_add(at, 2, 'hour')"],
    ['datediff(u, a, b)', "date_diff(a, b, 'u')", 'datediff(day, day, at)', "date_diff(day, at, 'day')"],
    ['datediff(a, b)', "date_diff(b, a, 'day')", 'datediff(at, day)', "date_diff(day, at, 'day')"],
    ['datetime_diff(a, b, u)', "date_diff(b, a, 'u')", 'datetime_diff(at, day, hour)', "date_diff(day, at, 'hour')"],
    ['timestamp_trunc(a, u)', "date_trunc(a, 'u')", 'timestamp_trunc(at, hour)', "date_trunc(at, 'hour')"],
    ['datetime_trunc(a, u)', "date_trunc(a, 'u')", 'datetime_trunc(at, month)', "date_trunc(at, 'month')"],
    ['datetrunc(u, a)', "date_trunc(a, 'u')", 'datetrunc(month, at)', "date_trunc(at, 'month')"],
    ['adddate(a, n)', "date_add(a, n, 'day')", 'adddate(day, 7)', "date_add(day, 7, 'day')"],
    ['subdate(a, n)', "date_sub(a, n, 'day')", 'subdate(day, 7)', "date_sub(day, 7, 'day')"],
    ['dayofmonth(a)', 'day(a)', 'dayofmonth(day)', 'day(day)'],
    ['dayofyear(a)', 'day_of_year(a)', 'dayofyear(day)', 'day_of_year(day)'],
    ['doy(a)', 'day_of_year(a)', 'doy(day)', 'day_of_year(day)'],
    ['weekofyear(a)', 'week(a)', 'weekofyear(day)', 'week(day)'],
    ['isoweek(a)', 'week(a)', 'isoweek(day)', 'week(day)'],
    ['eomonth(a)', 'last_day(a)', 'eomonth(day)', 'last_day(day)'],
    ['last_day_of_month(a)', 'last_day(a)', 'last_day_of_month(day)', 'last_day(day)'],
    ['isoyear(a)', 'iso_year(a)', 'isoyear(day)', 'iso_year(day)'],
    ['unix_millis(a)', 'epoch_ms(a)', 'unix_millis(at)', 'epoch_ms(at)'],
    ['timestamp_millis(a)', 'from_epoch_ms(a)', 'timestamp_millis(clicks)', 'from_epoch_ms(clicks)'],
    ['datefromparts(a, b, c)', 'make_date(a, b, c)', 'datefromparts(2026, 1, 31)', 'make_date(2026, 1, 31)'],
    ['to_utc_timestamp(a, b)', 'to_utc(a, b)', "to_utc_timestamp(at, 'Europe/Paris')", "to_utc(at, 'Europe/Paris')"],
    ['unix_seconds(a)', 'epoch(a)', 'unix_seconds(at)', 'epoch(at)'],
    ['timestamp_seconds(a)', 'from_epoch(a)', 'timestamp_seconds(clicks)', 'from_epoch(clicks)'],
    [
      'convert_timezone(a, b)',
      'to_timezone(b, a)',
      "convert_timezone('Europe/Paris', at)",
      "to_timezone(at, 'Europe/Paris')",
    ],
    [
      'from_utc_timestamp(a, b)',
      'to_timezone(a, b)',
      "from_utc_timestamp(at, 'Europe/Paris')",
      "to_timezone(at, 'Europe/Paris')",
    ],
  ]),
  ...advised([
    ['date_format', FORMAT, "date_format(day, '%Y')", "format_date(day, 'YYYY')"],
    ['strftime', FORMAT, "strftime(day, '%Y')", "format_date(day, 'YYYY')"],
    ['format_datetime', FORMAT, "format_datetime('%Y', at)", "format_date(at, 'YYYY')"],
    ['format_timestamp', FORMAT, "format_timestamp('%Y', at)", "format_date(at, 'YYYY')"],
    ['datename', FORMAT, 'datename(month, day)', "format_date(day, 'MMMM')"],
    ['strptime', PARSE_TIME, "strptime(site, '%d/%m/%Y')", "parse_datetime(site, 'dd/MM/YYYY')"],
    ['parse_timestamp', PARSE_TIME, "parse_timestamp('%d/%m/%Y', site)", "parse_datetime(site, 'dd/MM/YYYY')"],
    ['str_to_date', PARSE, "str_to_date(site, '%d/%m/%Y')", "parse_date(site, 'dd/MM/YYYY')"],
    ['date_parse', PARSE, "date_parse(site, '%d/%m/%Y')", "parse_date(site, 'dd/MM/YYYY')"],
    ['dayofweek', WEEKDAY, 'dayofweek(day)', 'day_of_week(day)'],
    ['weekday', WEEKDAY, 'weekday(day)', 'day_of_week(day)'],
    ['isodow', WEEKDAY, 'isodow(day)', 'day_of_week(day)'],
    [
      'age',
      "Write date_diff(from, to, 'day') for the time between two dates.",
      'age(at, day)',
      "date_diff(day, at, 'day')",
    ],
    [
      'convert_tz',
      "Write to_timezone(value, 'Europe/Paris'): all datetimes are UTC.",
      "convert_tz(at, 'UTC', 'Europe/Paris')",
      "to_timezone(at, 'Europe/Paris')",
    ],
    [
      'timezone',
      "Write to_timezone(value, 'Europe/Paris'): all datetimes are UTC.",
      "timezone('Europe/Paris', at)",
      "to_timezone(at, 'Europe/Paris')",
    ],
    ['timestamp_add', "Write date_add(value, 1, 'hour').", 'timestamp_add(at, 1)', "date_add(at, 1, 'hour')"],
    ['timestamp_sub', "Write date_sub(value, 1, 'hour').", 'timestamp_sub(at, 1)', "date_sub(at, 1, 'hour')"],
    ['yearweek', 'Write year(date) and week(date).', 'yearweek(day)', 'week(day)'],
    ['timestampdiff', WHOLE_UNITS, 'timestampdiff(hour, day, at)', "date_diff(day, at, 'hour')"],
    ['timestamp_diff', WHOLE_UNITS, 'timestamp_diff(at, day, hour)', "date_diff(day, at, 'hour')"],
    ['months_between', WHOLE_UNITS, 'months_between(at, day)', "date_diff(day, at, 'month')"],
    [
      'add_months',
      "Write date_add(value, 1, 'month'): the last day of a month stays that day where the next has it.",
      'add_months(day, 1)',
      "date_add(day, 1, 'month')",
    ],
    ['date_part', `${PART} ${WEEKDAY}`, "date_part('dow', day)", 'day_of_week(day)'],
    ['datepart', `${PART} ${WEEKDAY}`, 'datepart(month, day)', 'month(day)'],
    ['dow', WEEKDAY, 'dow(day)', 'day_of_week(day)'],
    ['monthname', 'Write month_name(date): it gives the whole name.', 'monthname(day)', 'month_name(day)'],
    ['dayname', 'Write day_name(date): it gives the whole name.', 'dayname(day)', 'day_name(day)'],
    [
      'date_from_parts',
      'Write make_date(year, month, day): it gives null for a day that does not exist.',
      'date_from_parts(2026, 1, 31)',
      'make_date(2026, 1, 31)',
    ],
    ['unix_timestamp', SECONDS, 'unix_timestamp(at)', 'epoch(at)'],
    ['to_unixtime', SECONDS, 'to_unixtime(at)', 'epoch(at)'],
    [
      'from_unixtime',
      'Write from_epoch(seconds): it gives a datetime, format_date makes a text of it.',
      'from_unixtime(clicks)',
      'from_epoch(clicks)',
    ],
    ['formatdatetime', FORMAT, "formatdatetime(at, '%Y')", "format_date(at, 'YYYY')"],
    ['tostartofmonth', "Write date_trunc(value, 'month').", 'tostartofmonth(day)', "date_trunc(day, 'month')"],
    ['julianday', "Write date_diff(from, to, 'day') for days between two dates.", 'julianday(day)', 'epoch(at)'],
    ['now64', 'Write now().', 'now64()', 'now()'],
    [
      'from_iso8601_date',
      'Write cast(text as date), or date(text) for null where it is none.',
      'from_iso8601_date(site)',
      'cast(site as date)',
    ],
  ]),
];
