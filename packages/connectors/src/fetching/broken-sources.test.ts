import { expect, it } from 'vitest';
import { buildContext } from '../testing/context.ts';
import { freePort } from '../testing/free-port.ts';
import { REPORT_BYTES } from '../testing/report.ts';
import { readReport, TEST_SOURCES } from '../testing/sources.ts';
import { proxyTo } from '../testing/tcp-proxy.ts';

it.each(TEST_SOURCES)('%s reports a server that refuses connections', { tags: 'case:refused' }, async (name, open) => {
  const source = await open();
  await expect(readReport(name, source.declare(await freePort()), buildContext())).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    class: 'transient',
  });
  await source.close();
});

// FTP sends files through connections of their own; its own tests cut them.
it.each(TEST_SOURCES.filter(([name]) => name !== 'ftp'))(
  '%s takes a report whose connection was cut for incomplete, and reads it whole later',
  { tags: 'case:cut' },
  async (name, open) => {
    const source = await open();
    let passed = 0;
    const port = await proxyTo('127.0.0.1', source.port, {
      onAnswer: (bytes, client) => {
        passed += bytes.length;
        if (passed > REPORT_BYTES / 3) client.destroy();
        return passed <= REPORT_BYTES / 3;
      },
    });
    const read = (from: number): Promise<number> => readReport(name, source.declare(from), buildContext());
    await expect(read(port)).rejects.toMatchObject({ code: 'SOURCE_ENDED_EARLY', class: 'transient' });
    expect(await read(source.port)).toBeGreaterThanOrEqual(REPORT_BYTES);
    await source.close();
  },
);
