import type { Parameters } from '@switchboard/model';
import { onTestFinished } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { startSnowflake } from '../../testing/snowflake/start-snowflake.ts';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (give: (key: KeyProperties) => void): Promise<Parameters> => {
  const snowflake = await startSnowflake();
  onTestFinished(snowflake.close);
  give(snowflake.key());
  return { query: 'select 1 as "A", 2 as "B"' };
};
