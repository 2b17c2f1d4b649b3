import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildContext } from '../testing/context.ts';
import { buildContent, buildDelivery } from '../testing/delivery.ts';
import { ADDRESSED, openHarness } from '../testing/destinations.ts';
import { startTcp } from '../testing/tcp-server.ts';

/** The longest that a destination waits for an answer is a minute. */
const LIMIT_MS = 90_000;

it.concurrent.each(ADDRESSED.map((one) => [one.spec.name, one] as const))(
  '%s reports a server that is silent',
  { timeout: LIMIT_MS, tags: 'case:silent' },
  async (name, { destination }) => {
    const harness = await openHarness(name);
    const silent = await startTcp(() => undefined);
    const scratch = mkdtempSync(join(tmpdir(), 'silent-servers-'));
    try {
      const place = await harness.place('silent');
      const key = harness.server?.keyTo(silent.port) ?? harness.key;
      const request = buildDelivery(buildContent(scratch, 'site,clicks,revenue', ['a,1,2']), {
        parameters: place.parameters('replace_date'),
        key,
      });
      await expect(destination.deliver(request, buildContext())).rejects.toMatchObject({
        code: 'DESTINATION_UNREACHABLE',
        class: 'transient',
      });
      expect(await place.rows(['site'], '2026-03-04')).toEqual([]);
    } finally {
      silent.close();
      await harness.close();
      rmSync(scratch, { recursive: true });
    }
  },
);
