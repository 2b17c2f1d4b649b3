import { changeKey, type OpenHarness, type TestServer } from '../../testing/harness.ts';
import { startRedis } from './testing/stand-in.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented protocol (RESP2), which also misbehaves',
  others: [],
  without: { missing: 'a missing stream is made' },
};

export const openHarness: OpenHarness = async () => {
  const server = await startRedis();
  const key = server.key();
  return {
    key,
    wrongKeys: [changeKey(key, { password: 'not the p@ss/word' }), changeKey(key, { username: 'missing_user' })],
    folders: { read: [], write: [] },
    server: { port: server.port, keyTo: (port) => changeKey(key, { port }) },
    place: async (stream) => ({
      parameters: () => ({ stream, date_column: 'report_date' }),
      rows: async (columns, reportDate) =>
        server
          .entries(stream)
          .filter((entry) => entry.get('report_date') === reportDate)
          .map((entry) => columns.map((column) => entry.get(column) ?? null)),
      leftovers: async () => (server.transactions() === 0 ? [] : ['an open transaction']),
    }),
    close: server.close,
  };
};
