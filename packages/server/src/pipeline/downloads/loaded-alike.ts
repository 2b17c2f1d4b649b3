import { isDeepStrictEqual } from 'node:util';
import type { Source } from '@switchboard/model';

/** As it is stored: what is undefined is left out. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Whether two declarations of a source make the same tables of the same files. */
export function isLoadedAlike(one: Source | undefined, other: Source): boolean {
  return (
    one !== undefined &&
    isDeepStrictEqual(stored(one.tables), stored(other.tables)) &&
    isDeepStrictEqual(stored(one.parameters), stored(other.parameters))
  );
}
