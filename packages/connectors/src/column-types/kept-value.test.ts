import type { ColumnType } from '@switchboard/model/schema';
import { expect, it } from 'vitest';
import { keepsValue } from './kept-value.ts';
import type { StoredType } from './stored-type.ts';

const integer: ColumnType = { kind: 'integer' };
const float: ColumnType = { kind: 'float' };
const cents: ColumnType = { kind: 'decimal', precision: 10, scale: 2 };
const datetime: ColumnType = { kind: 'datetime' };
const double: StoredType = { kind: 'float', digits: 15 };
const tenths: StoredType = { kind: 'decimal', scale: 1 };

it.each<readonly [ColumnType, StoredType, string | null, boolean]>([
  [{ kind: 'string' }, { kind: 'date' }, null, true],
  [{ kind: 'string' }, { kind: 'date' }, '', false],
  [{ kind: 'string' }, { kind: 'integer' }, '5', false],
  [integer, double, '-5', true],
  [integer, double, '999999999999999', true],
  [integer, double, '9007199254740993', false],
  [integer, { kind: 'boolean' }, '1', false],
  [integer, { kind: 'decimal', scale: -2 }, '100', false],
  [cents, { kind: 'float', digits: 6 }, '1234.56', true],
  [cents, { kind: 'float', digits: 6 }, '12345.67', false],
  [cents, tenths, '1.50', true],
  [cents, tenths, '1.25', false],
  [cents, { kind: 'integer' }, '2.00', true],
  [cents, { kind: 'integer' }, '1.50', false],
  [{ kind: 'decimal', precision: 18, scale: 6 }, { kind: 'json', digits: 15 }, '1.500001', true],
  [{ kind: 'decimal', precision: 18, scale: 6 }, { kind: 'json', digits: 15 }, '123456789012.123456', false],
  [{ kind: 'decimal', precision: 20, scale: 0 }, { kind: 'json', digits: 15 }, '9223372036854775807', true],
  [{ kind: 'decimal', precision: 20, scale: 0 }, { kind: 'json', digits: 15 }, '-9223372036854775808', false],
  [{ kind: 'json' }, { kind: 'json' }, '{"a":12345678901234567890.5}', true],
  [{ kind: 'json' }, { kind: 'json', digits: 15 }, '{"a":[1.50,-2e3,0.1,"12345678901234567890.5"],"b":null}', true],
  [{ kind: 'json' }, { kind: 'json', digits: 15 }, '{"a":[0.12345678901234567]}', false],
  [{ kind: 'json' }, { kind: 'json', digits: 15 }, '0.30000000000000004', true],
  [{ kind: 'json' }, { kind: 'json', digits: 15 }, '"\\"0.12345678901234567"', true],
  [{ kind: 'json' }, { kind: 'json', digits: 15 }, '[9223372036854775807,-9223372036854775807,0,-0.0]', true],
  [{ kind: 'json' }, { kind: 'json', digits: 15 }, '[18446744073709551616]', false],
  [{ kind: 'json' }, { kind: 'json', digits: 15 }, '[1e400]', false],
  [{ kind: 'list', element: cents }, { kind: 'json', digits: 15 }, '[12345678.25]', true],
  [{ kind: 'record', fields: [] }, { kind: 'text' }, '{}', false],
  [float, tenths, '0.5', true],
  [float, tenths, '0.05', false],
  [float, tenths, '1e-7', false],
  [float, tenths, 'NaN', false],
  [float, { kind: 'decimal', scale: 2, digits: 6 }, '12345.67', false],
  [datetime, { kind: 'datetime', digits: 0 }, '2026-11-26 10:00:00', true],
  [datetime, { kind: 'datetime', digits: 0 }, '2026-11-26 10:00:00.000000', true],
  [datetime, { kind: 'datetime', digits: 3 }, '2026-11-26 10:00:00.123000', true],
  [datetime, { kind: 'datetime', digits: 3 }, '2026-11-26 10:00:00.1234', false],
  // Of minutes.
  [datetime, { kind: 'datetime', digits: -2 }, '2026-11-26 10:00:00', false],
  [datetime, { kind: 'date' }, '2026-11-26 00:00:00', false],
  [{ kind: 'time' }, { kind: 'time', digits: 0 }, '10:00:00', true],
  [{ kind: 'time' }, { kind: 'interval', digits: 0 }, '10:00:00', false],
])('%j in a column %j: %s is kept: %s', (type, stored, value, isKept) => {
  expect(keepsValue(type, stored, value)).toBe(isKept);
});
