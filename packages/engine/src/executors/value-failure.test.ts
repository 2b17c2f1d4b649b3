import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestExecutor } from '../../test/executor.ts';
import type { SqlSession } from './executor.ts';
import { valueFailure } from './value-failure.ts';

const executor = createTestExecutor();
let session: SqlSession;
beforeAll(async () => {
  const job = { reads: [], writes: [], memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };
  session = await executor.open(job, new AbortController().signal);
});
afterAll(() => executor.stop());

const TRY_CAST = 'or use try_cast, which gives null.';

test.each([
  [
    "error(concat('~cast~decimal(10, 2)~', 'a~b'))",
    `"a~b" cannot be converted to decimal(10, 2). Correct the value, ${TRY_CAST}`,
  ],
  ["error(concat('~cast~date~', x'))", null],
  [
    "error('~dates~36600~2026-11-20 to null')",
    'dates from 2026-11-20 to null are not possible: both bounds must be dates, with at most 36600 dates between them. Correct the bounds.',
  ],
  [
    "error('~finite~power~inf')",
    'the result of power is too large for a float. Leave such values out, or calculate with decimals.',
  ],
  [
    '9223372036854775807::BIGINT + n',
    '9223372036854775807 + 1 is too large for its type. Convert one side with float(…) or to a larger decimal.',
  ],
  [
    '99999999999999999::DECIMAL(18, 0) * (n * 1000)::DECIMAL(18, 0)',
    '99999999999999999 * 1000, counted in their last digit, is too large for its type. Convert one side with float(…) or to a larger decimal.',
  ],
  [
    'abs(-9223372036854775807::BIGINT - n)',
    'abs of -9223372036854775808 is too large for its type. Convert the value with float(…) or to a larger decimal.',
  ],
  ['CAST((n * 1e19::DOUBLE) AS BIGINT)', `"1e+19" does not fit integer. Correct the value, ${TRY_CAST}`],
  [
    'CAST((n * 12345)::DECIMAL(10, 0) AS DECIMAL(4, 2))',
    `"12345" does not fit decimal(4,2). Correct the value, ${TRY_CAST}`,
  ],
  [
    'CAST((n * 12345678901234567890)::DECIMAL(38, 2) AS BIGINT)',
    `"12345678901234567890" does not fit integer. Correct the value, ${TRY_CAST}`,
  ],
  [
    "sum('99999999999999999999999999999999999999'::DECIMAL(38, 0)) FROM range(2) --",
    '99999999999999999999999999999999999999 * 2, counted in their last digit, is too large for its type. Convert the values with float(…) before they are added up.',
  ],
  [
    'stddev_samp(x) FROM (VALUES (1e300::DOUBLE), (-1e300)) AS rows(x) --',
    'the result of stddev is too large for a float. Leave such values out, or calculate with decimals.',
  ],
  [
    "url_decode(concat('%ff', n))",
    'url_decode of "%ff1" gives no text in UTF-8. Leave such values out, or correct them with replace(…).',
  ],
  [
    "substr('a', n + 4294967295)",
    'the position of substr is beyond 4294967295. Bound it with least(…) and greatest(…).',
  ],
  [
    '-(n * -9223372036854775807 - 1)',
    'the negative of a number is too large for its type. Convert the number with float(…) or to a larger decimal.',
  ],
  [
    "DATE '9999-12-31' + n * 300000 * INTERVAL '1 year'",
    'a calculated date or datetime is beyond the range of its type. Correct the number that is added to it.',
  ],
] as const)('%s reports the value', async (sql, reason) => {
  const running = session.run(`SELECT ${sql} AS x FROM (SELECT count(*) AS n FROM range(1)) AS one`, {
    table: 'daily',
  });
  if (reason === null) await expect(running).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  else await expect(running).rejects.toMatchObject({ message: `The table daily could not be built: ${reason}` });
});

test('decimals of known places are reported with their points', () => {
  const product = 'Overflow in multiplication of DECIMAL(18) (-12345 * 7). You might want to add an explicit cast';
  expect(valueFailure(product, [2, 3])).toMatch(/^-123\.45 \* 0\.007 is too large/);
  expect(valueFailure('Overflow in HUGEINT addition: 1234 + -5', [2, 2])).toMatch(/^12\.34 \+ -0\.05 is too large/);
  expect(valueFailure('Overflow in HUGEINT multiplication: 1234 * 5', [2, 2])).toMatch(/^12\.34 \* 5 is too large/);
});
