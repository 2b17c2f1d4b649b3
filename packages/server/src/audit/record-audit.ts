import type { AuditKind } from '@switchboard/model/audit-kinds';
import type { Tx } from '../db/database.ts';
import { currentScope } from '../observe/scope.ts';

/** The values that an act changed. Of a secret, only that it was set or changed. */
export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** The actor: a person, a program with a service token of a person, Switchboard itself, or a sender who proved no identity. */
export type AuditActor =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'token'; readonly personId: string; readonly serviceTokenId: string }
  | { readonly kind: 'system' }
  | { readonly kind: 'anonymous' };

/** The thing that an act concerns, such as a key. */
export type AuditTarget = { readonly kind: string; readonly id?: string | null; readonly name: string };

export type AuditEntry = {
  readonly kind: AuditKind;
  /** Without it the sender of the current request; outside of requests, Switchboard itself. */
  readonly actor?: AuditActor | undefined;
  /** The account that it concerns; null for none. */
  readonly accountId: string | null;
  /** The person whom it concerns. */
  readonly subjectId?: string | null | undefined;
  readonly target?: AuditTarget | undefined;
  readonly before?: AuditValues | undefined;
  readonly after?: AuditValues | undefined;
  /** Leaves out where the request came from, for a sender whom the account must not recognize. */
  readonly hidesOrigin?: boolean;
};

const MAX_NAME = 400;
const MAX_ADDRESS = 64;
const MAX_USER_AGENT = 300;

/** The actor of a request. */
export function actorOf(session: {
  readonly person: { readonly id: string };
  readonly serviceTokenId: string | null;
}): AuditActor {
  const personId = session.person.id;
  return session.serviceTokenId === null
    ? { kind: 'person', personId }
    : { kind: 'token', personId, serviceTokenId: session.serviceTokenId };
}

/** The sender of the current request, or Switchboard itself. */
function currentActor(): AuditActor {
  const scope = currentScope();
  if (scope === undefined || scope.origin === null) return { kind: 'system' };
  if (scope.sender === null) return { kind: 'anonymous' };
  const { personId, serviceTokenId } = scope.sender;
  return serviceTokenId === null ? { kind: 'person', personId } : { kind: 'token', personId, serviceTokenId };
}

/** Where the current request came from, as the audit log keeps it. */
export function auditOrigin(): {
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
} {
  const scope = currentScope();
  return {
    address: scope?.origin?.address.slice(0, MAX_ADDRESS) ?? null,
    user_agent: scope?.origin?.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    request_id: scope?.requestId ?? null,
  };
}

/** PostgreSQL stores neither NUL characters nor lone surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

const valuesText = (values: AuditValues): string =>
  JSON.stringify(values, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value));

/** Records an act in the transaction that does it: one does not happen without the other. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor = currentActor(), target, before = {}, after = {} } = entry;
  await tx
    .insertInto('audit_entry')
    .values({
      account_id: entry.accountId,
      kind: entry.kind,
      actor: actor.kind,
      person_id: 'personId' in actor ? actor.personId : null,
      service_token_id: actor.kind === 'token' ? actor.serviceTokenId : null,
      subject_id: entry.subjectId ?? null,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      target_name: target === undefined ? null : storable(target.name).slice(0, MAX_NAME),
      before: valuesText(before),
      after: valuesText(after),
      ...(entry.hidesOrigin === true ? {} : auditOrigin()),
    })
    .execute();
}
