import { observeReceiver, type ReceiverStep } from '@switchboard/connectors';
import type { IntegrationProblem } from '@switchboard/model/integrations/validate-integration';
import { sql } from 'kysely';
import type { Session } from '../../identity/session.ts';
import type { Deliver } from '../../pipeline/notices/deliver.ts';
import type { NoticeMessage } from '../../pipeline/notices/notice-message.ts';
import type { IntegrationParts } from './integration-parts.ts';
import type { LimitedCalls } from './limit-calls.ts';
import { type IntegrationEdit, prepareIntegration } from './save-integration.ts';

export type DraftTestParts = IntegrationParts & {
  readonly deliver: Deliver;
  readonly publicUrl: string;
  readonly limited: LimitedCalls;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

export type DraftTest = {
  readonly steps: readonly ReceiverStep[];
  readonly problems: readonly IntegrationProblem[];
};

/**
 * Sends a test message with the values that were typed to the receiver of the first filter, or signs in where the receivers are
 * channels, and stores nothing. Stored secrets go to their stored place only.
 */
export async function testDraft(
  { deliver, publicUrl, limited, now, ...parts }: DraftTestParts,
  accountId: string,
  session: Session,
  edit: IntegrationEdit,
  messageId: string,
): Promise<DraftTest | 'missing'> {
  const prepared = await prepareIntegration(parts, accountId, session, edit);
  if ('kind' in prepared) return prepared.kind === 'invalid' ? { steps: [], problems: prepared.problems } : 'missing';
  const { type, composed } = prepared;
  const { secrets, draft } = composed;
  if (type.target.kind === 'channel') {
    const token = secrets['token'] ?? '';
    const { failure, steps } = await observeReceiver(
      now,
      async () => void (await parts.slack.identify(accountId, token)),
    );
    const problems = failure === null ? [] : [{ path: 'authorization.token', message: failure.message }];
    const shown = steps.map((step) =>
      step.code === 'send' && step.status === 'ok' ? { ...step, message: 'Slack knows the bot token.' } : step,
    );
    return { steps: shown, problems };
  }
  const message = await testMessage(parts, accountId, session, { publicUrl, messageId });
  const receiver = {
    type: type.name,
    secrets,
    configuration: draft.configuration,
    target: draft.filters[0]?.configuration ?? {},
  };
  const { failure, steps } = await limited(accountId, () =>
    observeReceiver(now, () => deliver(receiver, message, { isRepeated: false })),
  );
  return { steps, problems: failure === null ? [] : [{ path: null, message: failure.message }] };
}

async function testMessage(
  { database }: Pick<IntegrationParts, 'database'>,
  accountId: string,
  { person }: Session,
  { publicUrl, messageId }: { readonly publicUrl: string; readonly messageId: string },
): Promise<NoticeMessage> {
  const { rows } = await database.withAccount(accountId, (tx) =>
    sql<{ url_name: string; name: string }>`select url_name, name from account where id = ${accountId}::uuid`.execute(
      tx,
    ),
  );
  const name = rows[0]?.name ?? '';
  return {
    id: messageId,
    groupId: messageId,
    change: 'test',
    account: name,
    title: 'Test message',
    text: `${person.name} tries whether notices of ${name} arrive here.`,
    url: `${publicUrl}/app/${encodeURIComponent(rows[0]?.url_name ?? '')}/integrations`,
    facts: null,
  };
}
