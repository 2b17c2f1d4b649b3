/**
 * Number of random cases for a property in this test run: one of `shares` parts of those that the long run tries, which sets
 * `TEST_MATRIX=whole`. The cases are others in each run, so the parts of many runs add up.
 */
export const sampleRuns = (runs: number, shares: number): number =>
  process.env['TEST_MATRIX'] === 'whole' ? runs : Math.ceil(runs / shares);
