import type { ColumnType } from '@switchboard/model/schema';
import { readBoolean } from '@switchboard/model/values/boolean-text';
import { separatedReader } from '@switchboard/model/values/number-separators';
import { fits, type Reading, readDecimal, readFloat, readInteger, unfit } from '@switchboard/model/values/number-text';
import { dateReader, datetimeReader, readTime } from '@switchboard/model/values/time-text';

/** Reads integers like files without declared separators: 25.000 may be 25,000. */
const readWhole = separatedReader(readInteger, undefined, true);
const readDate = dateReader(undefined);
const readDatetime = datetimeReader(undefined);

function readJson(text: string): Reading {
  try {
    return fits(JSON.parse(text) === null ? null : text.trim());
  } catch {
    return unfit('not JSON');
  }
}

/** Reads a text of a script as the columns of files are read: blanks alone are null. Types that are not read take the text. */
export function readLiteral(text: string, type: ColumnType): Reading {
  if (type.kind === 'string') return fits(text);
  if (text.trim() === '') return fits(null);
  switch (type.kind) {
    case 'integer':
      return readWhole(text);
    case 'float':
      return readFloat(text);
    case 'decimal':
      return readDecimal(text, type.precision, type.scale);
    case 'boolean':
      return readBoolean(text);
    case 'date':
      return readDate(text);
    case 'datetime':
      return readDatetime(text);
    case 'time':
      return readTime(text);
    case 'json':
      return readJson(text);
    default:
      return fits(text);
  }
}
