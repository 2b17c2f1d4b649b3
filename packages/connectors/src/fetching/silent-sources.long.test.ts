import { expect, it } from 'vitest';
import { buildContext } from '../testing/context.ts';
import { readReport, TEST_SOURCES } from '../testing/sources.ts';
import { startTcp } from '../testing/tcp-server.ts';

/** The longest that a source waits for an answer is a minute. */
const LIMIT_MS = 90_000;

it.concurrent.each(TEST_SOURCES)(
  '%s reports a server that is silent',
  { timeout: LIMIT_MS, tags: 'case:silent' },
  async (name, open) => {
    const source = await open();
    const silent = await startTcp(() => undefined);
    try {
      await expect(readReport(name, source.declare(silent.port), buildContext())).rejects.toMatchObject({
        code: expect.stringMatching(/^SOURCE_(?:UNREACHABLE|TIMEOUT)$/) as unknown,
        class: 'transient',
      });
    } finally {
      silent.close();
      await source.close();
    }
  },
);
