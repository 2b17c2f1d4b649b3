import { literal, quoteName } from '../../sql/mssql-session.ts';
import type { DateKind } from '../../sql/source-parameters.ts';

/** A column of a statement, as the server describes it. */
export type DescribedColumn = {
  readonly name: string;
  /** The type with its length or digits, such as `decimal(18,6)`. */
  readonly type: string;
};

/** The columns of a statement that is not run. */
export const describeStatement = (sql: string): string =>
  `select name, system_type_name from sys.dm_exec_describe_first_result_set(${literal(sql)}, null, 0) order by column_ordinal`;

/** The type without its length or digits. */
const baseOf = ({ type }: DescribedColumn): string => type.replace(/\(.*$/, '').toLowerCase();

const KINDS: Readonly<Record<string, DateKind>> = {
  date: 'day',
  datetime: 'local',
  datetime2: 'local',
  smalldatetime: 'local',
  datetimeoffset: 'moment',
  char: 'text',
  varchar: 'text',
  nchar: 'text',
  nvarchar: 'text',
};

/** The date kind of a column; null for columns without dates. */
export const dateKindOf = (column: DescribedColumn): DateKind | null => KINDS[baseOf(column)] ?? null;

/**
 * A column as a text with every digit. The server writes it, since the driver gives numbers and times as the types of JavaScript. Moments
 * are written in UTC; bytes as hexadecimal digits after \\x.
 */
export function textOf(column: DescribedColumn, alias: string): string {
  const value = `${alias}.${quoteName(column.name)}`;
  return `${convert(baseOf(column), value)} as ${quoteName(column.name)}`;
}

/** Numbers of styles: 2 for four decimals of money, 3 for the digits that distinguish any two floats, 121 for ISO 8601. */
function convert(type: string, value: string): string {
  switch (type) {
    case 'money':
    case 'smallmoney':
      return `convert(nvarchar(64), ${value}, 2)`;
    case 'float':
    case 'real':
      return `convert(nvarchar(64), ${value}, 3)`;
    case 'date':
    case 'time':
    case 'datetime':
    case 'datetime2':
    case 'smalldatetime':
      return `convert(nvarchar(64), ${value}, ${type === 'date' ? 23 : 121})`;
    case 'datetimeoffset':
      return `convert(nvarchar(64), cast(switchoffset(${value}, N'+00:00') as datetime2(7)), 121) + N'+00'`;
    case 'binary':
    case 'varbinary':
    case 'image':
    case 'timestamp':
      return `N'\\x' + lower(convert(nvarchar(max), cast(${value} as varbinary(max)), 2))`;
    case 'int':
    case 'bigint':
    case 'smallint':
    case 'tinyint':
    case 'bit':
    case 'decimal':
    case 'numeric':
      return `convert(nvarchar(64), ${value})`;
    default:
      return `convert(nvarchar(max), ${value})`;
  }
}
