import { expect } from 'vitest';
import type { Session } from './session.ts';

const DAILY = 'tables.sbs';

/** The requests for lineage, in a session over the files of the cases. */
export async function lineageCase(client: Session): Promise<void> {
  await client.open(DAILY);
  const graph = await client.request<{ nodes: { id: string }[] } | null>('switchboard/lineage', {});
  expect(graph?.nodes.map(({ id }) => id)).toContain('table:daily');
  const ref = await client.request<{ node: string }>('switchboard/lineageAt', client.at(DAILY, 'daily'));
  expect(ref).toEqual({ node: 'table:daily', column: null });
  const subjects = ['daily', 'gone'].map((name) => ({ kind: 'table', name }));
  const [place, nothing] = await client.request<({ text: string } | null)[]>('switchboard/places', { subjects });
  expect(place).toMatchObject({ path: DAILY, text: 'daily' });
  expect(nothing).toBeNull();
}
