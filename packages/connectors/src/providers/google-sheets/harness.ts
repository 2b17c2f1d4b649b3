import type { Parameters } from '@switchboard/model';
import { onTestFinished } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { createSheetsApi } from '../../testing/google/sheets.ts';
import { startGoogleStandIn } from '../../testing/google/stand-in.ts';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (give: (key: KeyProperties) => void): Promise<Parameters> => {
  const api = createSheetsApi('spreadsheet-of-tests');
  api.sheets.set('Orders', [
    ['a', 'b'],
    ['1', '2'],
  ]);
  const google = await startGoogleStandIn(api);
  onTestFinished(google.close);
  give(google.tokens.key());
  return { spreadsheet: 'spreadsheet-of-tests', range: 'Orders' };
};
