import { ReceiverError } from '@switchboard/connectors';
import type { AuditBody } from '../../pipeline/audit-streams/audit-bodies.ts';
import { openStreamSecrets, readStream } from '../../pipeline/audit-streams/store-stream.ts';
import { invalid, type StreamAnswer, type StreamParts } from './stream-parts.ts';

export type StreamTest = {
  readonly id: string;
  readonly messageId: string;
  /** Name of the account in addresses. */
  readonly urlName: string | null;
};

/** Sends a test message to the target of a stream, and waits until it has it. It is not part of the log. */
export async function testStream(
  { database, vault, deliver, now }: StreamParts,
  accountId: string,
  { id, messageId, urlName }: StreamTest,
): Promise<StreamAnswer> {
  const stream = await database.withAccount(accountId, (tx) => readStream(tx, accountId, id));
  if (stream === null) return { kind: 'missing' };
  const body: AuditBody = {
    id: messageId,
    account: urlName,
    sequence: 0,
    created: new Date(now()).toISOString(),
    kind: 'test_message',
    label: 'Test message',
    actor: 'system',
    person: null,
    program: null,
    subject: null,
    target: null,
    before: {},
    after: {},
    address: null,
    user_agent: null,
    request_id: null,
    hash: '',
    previous_hash: '',
  };
  try {
    await deliver({ ...stream, secrets: await openStreamSecrets(vault, stream) }, [body], () => undefined);
    return { kind: 'done', id };
  } catch (error) {
    if (!(error instanceof ReceiverError)) throw error;
    const field = error.code === 'certificate' ? 'authority' : error.about === 'authorization' ? 'address' : null;
    return invalid({ field, message: error.message });
  }
}
