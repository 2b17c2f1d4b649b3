import type { Parameters } from '@switchboard/model';
import { onTestFinished } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { startDatabricks } from '../../testing/databricks/start-databricks.ts';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (give: (key: KeyProperties) => void): Promise<Parameters> => {
  const databricks = await startDatabricks();
  onTestFinished(databricks.close);
  give(databricks.key());
  return { query: 'select 1 as a, 2 as b', warehouse_id: 'w1' };
};
