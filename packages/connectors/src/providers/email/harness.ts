import type { OpenExample, TestServer } from '../../testing/harness.ts';

export const testServer: TestServer = {
  server: 'the listener for mail itself, which mails reach by SMTP',
  others: [],
  isApart: true,
  without: {
    refused: 'nothing is connected to',
    silent: 'nothing is connected to',
    cut: 'nothing is connected to',
    'wrong-key': 'it takes no key',
    denied: 'an account reads its own mail',
  },
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async () => ({ path: 'reports' });
