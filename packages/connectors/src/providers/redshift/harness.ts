import type { Parameters } from '@switchboard/model';
import { onTestFinished } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { changeKey } from '../../testing/harness.ts';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (give: (key: KeyProperties) => void): Promise<Parameters> => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  give(changeKey(database.key, { dialect: 'redshift' }));
  return { query: 'select 1 as a, 2 as b' };
};
