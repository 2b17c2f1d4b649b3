import { startFauxqs } from 'fauxqs';
import { startGateway } from '../s3/gateway.ts';

const ACCOUNT = { id: 'AKIATESTTESTTESTTEST', secret: 'secret/of+the/test+server/0123456789' };
const DENIED = { id: 'AKIADENIEDDENIEDDENI', secret: 'secret/of+one/who+may/nothing/0123' };

/**
 * Vitest's global setup: one S3 for the whole run. `TEST_S3` holds, as JSON, its endpoint, an account that may do
 * anything and one that may do nothing. `/_test/buckets/{name}` makes a bucket, `/_test/faults/{name}` plants faults.
 */
export async function setup(): Promise<() => Promise<void>> {
  const storage = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  const gateway = await startGateway({ storage: storage.port, accounts: [ACCOUNT, DENIED], denied: DENIED.id });
  process.env['TEST_S3'] = JSON.stringify({
    endpoint: `http://127.0.0.1:${gateway.port}`,
    account: ACCOUNT,
    denied: DENIED,
  });
  return async () => {
    await gateway.stop();
    await storage.stop();
  };
}
