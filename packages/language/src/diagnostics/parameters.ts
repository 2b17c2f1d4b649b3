import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** SBS4xxx: connectors, parameters and keys. */
export const PARAMETER_DIAGNOSTICS = {
  SBS4001: {
    severity: 'error',
    text: 'There is no connector {name}. {advice}',
    wrong: 'upload ads to { type: "dsk"; path: "a.csv"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS4002: {
    severity: 'error',
    text: '{connector} has no parameter {name}. {advice}',
    wrong: 'upload ads to { type: "disk"; pat: "a.csv"; path: "b.csv"; };',
    right: 'upload ads to { type: "disk"; path: "b.csv"; };',
  },
  SBS4003: {
    severity: 'error',
    text: '{missing} missing. {doc} Add {it} here.',
    wrong: 'upload ads to { type: "disk"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS4004: {
    severity: 'error',
    text: 'Parameter {name} must be {expected}, got {found}. Correct its value.',
    wrong: 'upload ads to { type: "disk"; path: 5; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS4005: {
    severity: 'error',
    text: '{value} is not a valid value of {name}. {advice}',
    wrong: 'upload ads to { type: "disk"; path: "a.csv"; format: "doc"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; format: "csv"; };',
  },
  SBS4006: {
    severity: 'error',
    text: 'Parameters {name} and {other} are mutually exclusive. Remove one.',
    wrong:
      'download d from { type: "web"; url: "https://example.com/d"; delay_hours: 3; period_hours: 2; } using { a: string; };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; delay_hours: 3; } using { a: string; };',
  },
  SBS4007: {
    severity: 'error',
    text: 'One of the parameters {names} is required. Add one of them here.',
    wrong: 'download d from { type: "folder"; } using { a: string; };',
    right: 'download d from { type: "folder"; pattern: "*.csv"; } using { a: string; };',
  },
  SBS4008: {
    severity: 'error',
    text: 'There is no key {name}. {advice}',
    wrong: 'upload ads to { type: "sql"; table: "t"; key: "warehous"; };',
    right: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; };',
  },
  SBS4009: {
    severity: 'error',
    text: 'Key {name} is of type {type}, but {connector} requires type {expected}. Use another key.',
    wrong: 'upload ads to { type: "sql"; table: "t"; key: "other"; };',
    right: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; };',
  },
  SBS4010: {
    severity: 'warning',
    text: 'Key {name} is {status}. Activate it, or use another key.',
    wrong: 'upload ads to { type: "sql"; table: "t"; key: "old"; };',
    right: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; };',
  },
  SBS4011: {
    severity: 'error',
    text: 'There is no timezone {name}. Write an IANA name such as America/Los_Angeles or Europe/Paris.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; timezone: "Pacific"; } using { a: string; };',
    right:
      'download d from { type: "web"; url: "https://example.com/d"; timezone: "America/Los_Angeles"; } using { a: string; };',
  },
  SBS4012: {
    severity: 'error',
    text: 'The pattern {pattern} of {name} is not valid: {reason}. Correct it.',
    wrong: 'download d from { type: "folder"; regex: "(a"; } using { a: string; };',
    right: 'download d from { type: "folder"; regex: "(a)"; } using { a: string; };',
  },
  SBS4013: {
    severity: 'error',
    text: '{name} has no date token: {pattern}. Use YYYY YY MM M DD D HH where the date is.',
    wrong: 'download d from { type: "folder"; pattern: "*.csv"; datetime_pattern: "report"; } using { a: string; };',
    right:
      'download d from { type: "folder"; pattern: "*.csv"; datetime_pattern: "report-YYYY-MM-DD"; } using { a: string; };',
  },
  SBS4014: {
    severity: 'error',
    text: 'Parameter {name} is given twice. Remove one.',
    wrong: 'upload ads to { type: "disk"; path: "a.csv"; path: "b.csv"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS4015: {
    severity: 'error',
    text: 'Parameter {name} must be {range}, got {value}. Correct it.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; delay_hours: 100; } using { a: string; };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; delay_hours: 72; } using { a: string; };',
  },
  SBS4016: {
    severity: 'error',
    text: 'Connector {name} cannot {what}. {advice}',
    wrong: 'upload ads to { type: "web"; url: "https://example.com"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS4017: {
    severity: 'error',
    text: 'Connector {name} does not use a key. Remove the parameter.',
    wrong: 'upload ads to { type: "disk"; path: "a.csv"; key: "warehouse"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS4018: {
    severity: 'error',
    text: 'Mode "upsert" requires key_columns. Add the columns that identify a row.',
    wrong: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; mode: "upsert"; };',
    right: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; mode: "upsert"; key_columns: ["site"]; };',
  },
  SBS4019: {
    severity: 'error',
    text: '{value} is not a time of day. Write hours and minutes, such as 09:00.',
    wrong: 'upload ads to { type: "disk"; path: "a.csv"; deadline: "nine"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; deadline: "09:00"; };',
  },
  SBS4020: {
    severity: 'error',
    text: '{value} is not a URL. Write one that starts with https:// or http://.',
    wrong: 'download d from { type: "web"; url: "example"; } using { a: string; };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; };',
  },
  SBS4021: {
    severity: 'error',
    text: 'Unknown token {token} in {name}. Use YYYY, YY, MM, DD or groups such as YYYY-MM-DD in the braces.',
    wrong: 'upload ads to { type: "disk"; path: "{yyy}.csv"; };',
    right: 'upload ads to { type: "disk"; path: "{YYYY}.csv"; };',
  },
  SBS4022: {
    severity: 'warning',
    text: 'Connector {name} is deprecated and will be removed. {advice}',
    wrong: 'upload ads to { type: "tape"; path: "a.csv"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS4023: {
    severity: 'warning',
    text: 'Key {name} was renamed to {present}. Use the present name.',
    wrong: 'upload ads to { type: "sql"; table: "t"; key: "former"; };',
    right: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; };',
  },
  SBS4030: {
    severity: 'error',
    text: 'decimal_separator and group_separator are both "{value}". Give them different characters.',
    wrong:
      'download d from { type: "web"; url: "https://example.com/d"; } using { a: float(decimal_separator: ",", group_separator: ","); };',
    right:
      'download d from { type: "web"; url: "https://example.com/d"; } using { a: float(decimal_separator: ",", group_separator: "."); };',
  },
  SBS4031: {
    severity: 'error',
    text: 'A type of numbers has no parameter {name}. {advice}',
    wrong:
      'download d from { type: "web"; url: "https://example.com/d"; } using { a: float(decimal_seperator: ","); };',
    right:
      'download d from { type: "web"; url: "https://example.com/d"; } using { a: float(decimal_separator: ","); };',
  },
  SBS4032: {
    severity: 'error',
    text: 'Every download has the column {name} without a declaration. Remove this one; if the files have such a column, add as and another name.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { filename: string; };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { filename: string as name; };',
  },
  SBS4033: {
    severity: 'error',
    text: 'when_empty: "replace" has no effect with mode {mode}, which replaces no rows. Choose mode {modes}, or when_empty: "keep" or "fail".',
    wrong: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; mode: "append"; when_empty: "replace"; };',
    right: 'upload ads to { type: "sql"; table: "t"; key: "warehouse"; mode: "truncate"; when_empty: "replace"; };',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const PARAMETER_EXPLANATIONS: Readonly<Record<keyof typeof PARAMETER_DIAGNOSTICS, string>> = {
  SBS4001: 'The type of a download or upload names a connector, followed by a colon and a report where it has several.',
  SBS4002:
    'A connector has its own parameters besides those of every download or upload. An unknown parameter would have no effect.',
  SBS4003: 'The connector requires this parameter.',
  SBS4004: 'The value has another type than the parameter. Strings are written in quotation marks, numbers are not.',
  SBS4005: 'The parameter accepts only some values.',
  SBS4006: 'These parameters are alternatives. Only one can be set.',
  SBS4007: 'One of these parameters is required.',
  SBS4008: 'Keys are stored by name, separately from scripts. The account has no key of this name.',
  SBS4009: 'A connector requires keys of a certain type.',
  SBS4010:
    'A key is suspended after the other side rejected it. Downloads and uploads with this key are blocked until it is active again.',
  SBS4011: 'Timezones have IANA names, so that daylight saving time is correct in every year.',
  SBS4012: 'Patterns and regular expressions are checked here, so that no download waits for files that cannot match.',
  SBS4013: 'Without a token, no date can be read from the name.',
  SBS4014: 'A parameter can be set once in a block.',
  SBS4015: 'The parameter accepts a range of numbers.',
  SBS4016: 'Some connectors are sources only, others are destinations only.',
  SBS4017: 'The connector does not use a key, so the parameter would have no effect.',
  SBS4018: 'An upsert replaces the rows with the same values in these columns.',
  SBS4019: 'A time of day has two digits for the hour, 00 to 23, and two for the minute.',
  SBS4020: 'A URL is absolute, with scheme and host.',
  SBS4021: 'The braces of a path or URL contain parts of the report date, or name for the name of the upload.',
  SBS4022: 'The connector still works and will be removed. The message names its replacement, if there is one.',
  SBS4023: 'The former name of a key works until another key takes it. The quick fix writes the current name.',
  SBS4030: 'If both were the same character, 1,234 could be two numbers.',
  SBS4031: 'A type of numbers accepts decimal_separator and group_separator.',
  SBS4032:
    'Every download has report_date, filename and line_number without a declaration. A column of the files with such a name gets another one by as.',
  SBS4033:
    'A result without rows replaces the rows of the result before. Rows that were appended, or merged by key, belong to no single result.',
};
