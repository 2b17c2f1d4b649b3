import { expect, it } from 'vitest';
import { exportPath } from './use-csv-export.ts';

it('repeats a parameter for each of its values, and leaves out what does not filter', () => {
  const variables = { projects: ['ads', 'a,b'], names: null, search: 'x y', withComments: false, sortBy: 'STARTED' };
  expect(exportPath('downloads', variables)).toBe(
    'exportAsCsv?type=downloads&projects=ads&projects=a%2Cb&search=x+y&sortBy=STARTED',
  );
});
