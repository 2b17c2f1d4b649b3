const SOURCE =
  'download d from { type: "web"; url: "https://example.com"; } using { s: string; t: string; i: integer; day: date; at: datetime; doc: json; r: { x: integer; }; l: [string]; };';
const end = 'upload u to { type: "disk"; path: "u.csv"; };';
export const select = (items: string, rest = ''): string =>
  `${SOURCE}\ntable u is select ${items} from d${rest};\n${end}`;

/** Every place where a name or a text can stand; `x` is it, escaped but without its quotation marks. */
export const PLACES: Readonly<Record<string, (x: string) => string>> = {
  'download name': (x) =>
    `download "${x}" from { type: "web"; url: "https://example.com"; } using { s: string; }; table u is select * from "${x}"; ${end}`,
  'column name': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; }; table u is select "${x}" from d; ${end}`,
  header: (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string as s; }; table u is select s from d; ${end}`,
  'renamed column': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { s: string as "${x}"; }; table u is select d."${x}" as s from d; ${end}`,
  'record field': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { r: { "${x}": integer; }; }; table u is select r."${x}" as f, r['${x}'] as g from d; ${end}`,
  'bundle and member': (x) =>
    `download bundle "b${x}" from { type: "folder"; pattern: "*"; } using { table "t${x}" from { member: "${x}"; } using { s: string; }; }; table u is select s from "t${x}"; ${end}`,
  'table name': (x) => `${SOURCE} table "${x}" is select s from d; table u is select s from "${x}"; ${end}`,
  'upload name': (x) => `${SOURCE} upload d as "${x}" to { type: "disk"; path: "{name}.csv"; };`,
  alias: (x) => select(`"${x}".s as a, "${x}".*`, ` as "${x}"`),
  'output name': (x) => select(`s as "${x}"`, ` order by "${x}"`),
  'join alias and using': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; }; table u is select "${x}" from d full join d as "b${x}" using ("${x}"); ${end}`,
  except: (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; s: string; }; table u is select * except ("${x}") from d; ${end}`,
  replace: (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; s: string; }; table u is select * replace ('${x}' as "${x}") from d; ${end}`,
  'open except': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; * }; table u is select * except ("${x}") from d; ${end}`,
  'union columns': (x) =>
    `${SOURCE} table a is select s as "${x}" from d; table b is select t as "${x}", i from d; table u is union a, b; ${end}`,
  'unpivot names': (x) =>
    `${SOURCE} table a is select i, s as "${x}" from d; table u is unpivot a on "${x}" into "n${x}", "v${x}"; ${end}`,
  'pivot values': (x) =>
    `${SOURCE} table u is pivot d on s in ('${x}', 'v' as "v${x}") using sum(i); table n is pivot d on s in ("a${x}" as "b${x}") using sum(i) as "n${x}"; ${end}`,
  'upsert key': (x) =>
    `${SOURCE} table a is select s as "${x}", i from d; table u is upsert a by "${x}" order by "${x}"; ${end}`,
  'deleted key': (x) =>
    `${SOURCE} table a is select s as "${x}", i from d; table u is upsert a by i delete where "${x}" == '${x}'; ${end}`,
  'snapshot key': (x) =>
    `${SOURCE} table a is select s as "${x}", i from d; table u is snapshot a by "${x}" order by "${x}"; ${end}`,
  'single quotes': (x) => select(`'${x}' as a`),
  'double quotes': (x) => select(`"${x}" as a, literal "${x}" as b`),
  comparison: (x) => select('s', ` where s == '${x}' or s in ('${x}', 'y') or s between '${x}' and '${x}'`),
  like: (x) => select(`s like '${x}' as a, s ilike '${x}' as b`),
  regex: (x) =>
    select(
      `s ~ '${x}' as a, regex_match(s, '${x}') as b, regex_extract(s, '${x}') as c, regex_replace(s, '${x}', '${x}') as e`,
    ),
  'columns pattern': (x) => select(`columns("${x}")`),
  'unpivot pattern': (x) =>
    `${SOURCE} table a is select s, t from d; table u is unpivot a on columns("${x}") into n, v; ${end}`,
  'json key': (x) => select(`doc."${x}" as a, doc['${x}'] as b`),
  'json path': (x) => select(`json_extract(doc, '${x}') as a`),
  'json path member': (x) => select(`json_extract(doc, '$."${x}"') as a`),
  'date format': (x) =>
    select(`format_date(day, '${x}') as a, parse_date(s, '${x}') as b, parse_datetime(s, '${x}') as c`),
  'format around': (x) => select(`format_date(at, 'YYYY${x}') as a, parse_date(s, 'YYYY${x}') as b`),
  'column format': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { s: date("YYYY${x}"); }; upload d to { type: "disk"; path: "x"; };`,
  unit: (x) => select(`date_trunc(day, '${x}') as a`),
  timezone: (x) => select(`to_timezone(at, '${x}') as a`),
  'function arguments': (x) =>
    select(
      `replace(s, '${x}', '${x}') as a, split(s, '${x}') as b, concat('${x}', s) as c, string_agg(s, '${x}') as e, coalesce(s, '${x}') as f`,
    ),
  'list element': (x) => select(`['${x}', s] as a, list_contains(l, '${x}') as b`),
  'cast of text': (x) =>
    select(
      `try_cast('${x}' as integer) as a, date('${x}') as b, json('${x}') as c, boolean('${x}') as e, decimal('${x}') as f`,
    ),
  window: (x) => select(`lag(s, 1, '${x}') over (partition by '${x}' order by s) as a`),
  connector: (x) => `download d from { type: "${x}"; } using { s: string; };`,
  key: (x) => `download d from { type: "web"; url: "https://example.com"; key: "${x}"; } using { s: string; };`,
  'parameter name': (x) =>
    `download d from { type: "web"; url: "https://example.com"; "${x}": 1; headers: { "${x}": "1"; }; } using { s: string; };`,
  'parameter values': (x) =>
    `download d from { type: "folder"; pattern: "${x}"; delimiter: "${x}"; timezone: "${x}"; datetime_pattern: "${x}"; null_values: ["${x}"]; } using { s: string; };`,
  'parameter regex': (x) => `download d from { type: "folder"; regex: "${x}"; } using { s: string; };`,
  destination: (x) => `${SOURCE} upload d to { type: "disk"; path: "${x}"; deadline: "${x}"; mode: "${x}"; };`,
  'line comment': (x) => `// ${x}\n${select('s')} # ${x}`,
  'block comment': (x) => `/* ${x} */ ${select('s /* x */')}`,
  bare: (x) => `${SOURCE} table u is select ${x} from d; ${end}`,
  'between declarations': (x) => `${SOURCE} ${x} ${end}`,
};
