import { takesTurns } from '../../unit/suite-turns.ts';

type Placed = { readonly path: string };

const LONG = /\.long\.(?:test|e2e)\.tsx?$/;

/** Whether `npm test` leaves a test out, so that only `npm run faults -- tests` runs it. */
export function isLongRun({ path }: Placed): boolean {
  return LONG.test(path);
}

/** Whether something has tests, and `npm test` runs none of them. */
export function isProvenInLongRunOnly(tests: readonly Placed[]): boolean {
  return tests.length > 0 && tests.every(isLongRun);
}

/** Whether `npm test` runs all tests of something in a part of its runs only. */
const isProvenInTurns = (tests: readonly Placed[]): boolean =>
  tests.every((test) => isLongRun(test) || takesTurns(test.path)) && !tests.every(isLongRun);

/**
 * Where claims are proven, as it stands behind their number: ": 580 in npm test (9 of them not in each run), 16 in the long run only".
 * @param claims the tests of each; those without a test are not counted
 */
export function countRuns(claims: readonly (readonly Placed[])[]): string {
  const proven = claims.filter((tests) => tests.length > 0);
  const late = proven.filter(isProvenInLongRunOnly).length;
  const inTurns = proven.filter(isProvenInTurns).length;
  return `: ${proven.length - late} in npm test (${inTurns} of them not in each run), ${late} in the long run only`;
}
