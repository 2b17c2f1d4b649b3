import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { expect, test } from 'vitest';
import { addDeclaration, addDelivery } from '../../../../testing/add-deliveries.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const other = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, other, ['viewer']);

const MINUTE = 60_000;
/** An hour ago, at a full minute. */
const DUE = Math.floor((Date.now() - 60 * MINUTE) / MINUTE) * MINUTE;
/** Half an hour before the delivery is expected. */
const DEADLINE = DUE + 90 * MINUTE;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

test('an upload shows when it is expected and by how much it misses its deadline', {
  tags: 'proof:forecast-graphql',
}, async () => {
  const { database } = server;
  const time = new Date(DEADLINE).toISOString().slice(11, 16);
  await addDeclaration(database, account, { name: 'daily', time, through: DUE - DAY_MS, next: DEADLINE });
  for (let days = 1; days <= 5; days += 1) {
    const due = DUE - days * DAY_MS;
    await addDelivery(database, account, { name: 'daily', reportDate: dateOf(due), due, finished: due + 120 * MINUTE });
  }
  const id = await addDelivery(database, account, { name: 'daily', reportDate: dateOf(DUE), due: DUE, finished: null });
  const query = `{ upload(id: "${id}") { forecast { expected deadline deadline_text minutes_missed deliveries } } }`;
  expect(await viewer.data(query)).toEqual({
    upload: {
      forecast: {
        expected: new Date(DUE + 120 * MINUTE).toISOString(),
        deadline: new Date(DEADLINE).toISOString(),
        deadline_text: `${time} UTC`,
        minutes_missed: 30,
        deliveries: 5,
      },
    },
  });
  expect(await stranger.data(query)).toEqual({ upload: null });
});
