import type { Parameters } from '@switchboard/model';
import { onTestFinished } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { createTestMssql } from '../../testing/mssql/server.ts';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (give: (key: KeyProperties) => void): Promise<Parameters> => {
  const server = await createTestMssql();
  onTestFinished(() => server.close());
  give(server.key);
  return { query: 'select 1 as a, 2 as b' };
};
