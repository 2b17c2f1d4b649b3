import { randomUUID } from 'node:crypto';
import type { Egress } from '@switchboard/connectors';
import type { ServiceOptions } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { RequestError } from '../../graphql/request-error.ts';
import type { Session } from '../../identity/session.ts';
import type { Vault } from '../../identity/vault.ts';
import { createDeliverEntries } from '../../pipeline/audit-streams/deliver-entries.ts';
import { removeStream, type StreamEdit, saveStream } from './save-stream.ts';
import type { StreamAnswer, StreamParts } from './stream-parts.ts';
import { testStream } from './test-stream.ts';

/** Use cases of streams of the audit log. The account is the session's. */
export type AuditStreamActions = {
  save(session: Session, edit: StreamEdit): Promise<StreamAnswer>;
  remove(session: Session, id: string): Promise<StreamAnswer>;
  /** Sends a test message. @throws RequestError RATE_LIMITED while the account tries another one */
  test(session: Session, id: string): Promise<StreamAnswer>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly auditStreams: AuditStreamActions;
  }
}

export type AuditStreamOptions = {
  readonly vault: Vault;
  readonly egress: Egress;
  /** Origin of the console, which messages of syslog name. */
  readonly publicUrl: string;
};

const RETRY_SECONDS = 5;
const MISSING: StreamAnswer = { kind: 'missing' };

export function createAuditStreamActions(options: ServiceOptions & AuditStreamOptions): AuditStreamActions {
  const { database, vault, egress, publicUrl, now } = options;
  const deliver = createDeliverEntries({ egress, publicUrl, now });
  const parts: StreamParts = { database, vault, egress, deliver, now };
  /** Accounts that wait for the answer of a target. */
  const testing = new Set<string>();
  return {
    async save(session, edit) {
      if (session.accountId === null || (edit.id !== null && !UUID.test(edit.id))) return MISSING;
      return saveStream(parts, session.accountId, session, edit);
    },
    async remove({ accountId }, id) {
      return accountId === null || !UUID.test(id) ? MISSING : removeStream(parts, accountId, id);
    },
    async test({ accountId, urlName }, id) {
      if (accountId === null || !UUID.test(id)) return MISSING;
      if (testing.has(accountId)) throw new RequestError('RATE_LIMITED', { seconds: RETRY_SECONDS });
      testing.add(accountId);
      try {
        return await testStream(parts, accountId, { id, messageId: randomUUID(), urlName });
      } finally {
        testing.delete(accountId);
      }
    },
  };
}
