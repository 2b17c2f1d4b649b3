import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '@switchboard/model/audit-streams/retention-days';
import { STREAM_TYPES } from '@switchboard/model/audit-streams/stream-address';
import type { StreamProblem } from '@switchboard/model/audit-streams/validate-stream';
import { readRetention, setRetention } from '../../audit/retention.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import {
  boolean,
  dateTime,
  float,
  id,
  int,
  nullable,
  object,
  objects,
  reference,
  string,
} from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { type LoaderDefinition, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { type AuditStreamRow, listStreams, readOldest, streamsById } from './queries.ts';
import type { StreamAnswer } from './stream-parts.ts';

const READ = { permission: 'read-audit-log' } as const;
const MANAGE = { permission: 'manage-audit-log' } as const;
const STREAM: LoaderDefinition<AuditStreamRow> = { batch: streamsById };
const TYPE_NAMES = STREAM_TYPES.join(', ');

type Settings = {
  readonly streams: readonly AuditStreamRow[];
  readonly retention_days: number | null;
  readonly default_retention_days: number | null;
  readonly oldest: Date | null;
};

class SavedStream {
  readonly stream: AuditStreamRow;

  constructor(stream: AuditStreamRow) {
    this.stream = stream;
  }
}
class RemovedStream {
  readonly id: string;

  constructor(removed: string) {
    this.id = removed;
  }
}
class StreamErrors {
  readonly errors: readonly StreamProblem[];

  constructor(errors: readonly StreamProblem[]) {
    this.errors = errors;
  }
}

const streamRef = builder.objectRef<AuditStreamRow>('AuditStream');
const savedRef = builder.objectRef<SavedStream>('AuditStreamOk');
const removedRef = builder.objectRef<RemovedStream>('RemoveAuditStreamOk');
const errorsRef = builder.objectRef<StreamErrors>('AuditStreamErrors');
const errorRef = builder.objectRef<StreamProblem>('AuditStreamError');

function defineTypes(): void {
  defineObject(streamRef, {
    description: 'Where entries of the audit log go as they are written. Contains no secrets.',
    authScopes: READ,
    columns: {
      id: id('Opaque identifier.'),
      type: string(`${TYPE_NAMES}.`),
      address: string('Address of the target.'),
      authority: nullable(
        string('Certificates of the authority that signs that of the target, as PEM; null for public ones.'),
      ),
      enabled: boolean('Whether entries are delivered. While they are not, they are kept.'),
      has_secrets: boolean('Whether a signing secret or headers are stored.'),
      version: int('Rises with every change that a person saves.'),
      sequence: float('Place in the chain of the last entry that was delivered; 0 for none.'),
      delivered: nullable(dateTime('When it was delivered; null for never.')),
      behind: float('How many entries were not delivered yet.'),
      oldest: nullable(dateTime('When the oldest of these was written; null for none.')),
      problem: nullable(string('Why the last attempt failed, and what to do; null when it did not.')),
      holds_expired: boolean('Whether entries stay beyond their time because it has not delivered them.'),
      next_attempt: dateTime('When the next attempt is due.'),
      created: dateTime('When it was added.'),
      created_by: reference(personRef, PERSON, 'The person who added it.'),
      updated: dateTime('When it was last saved.'),
      updated_by: reference(personRef, PERSON, 'The person who saved it last.'),
    },
    fields: (t) => ({
      status: t.string({
        description: 'active, paused, or failing while nothing can be delivered.',
        resolve: ({ enabled, problem }) => (enabled ? (problem === null ? 'active' : 'failing') : 'paused'),
      }),
    }),
  });
  defineObject(savedRef, {
    description: 'The stream after the change or the test.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof SavedStream,
    columns: { stream: object(streamRef, 'The stream.') },
  });
  defineObject(removedRef, {
    description: 'The stream was removed.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof RemovedStream,
    columns: { id: id('Its former id.') },
  });
  defineObject(errorRef, {
    description: 'One thing that is wrong with a stream.',
    authScopes: MANAGE,
    columns: {
      field: nullable(string('type, address, authority, signing_secret or headers; null for the stream as a whole.')),
      message: string('The problem with it.'),
    },
  });
  defineObject(errorsRef, {
    description: 'The stream is invalid, or its target did not accept the test message; nothing was saved.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof StreamErrors,
    columns: { errors: objects(errorRef, 'Everything that is wrong.') },
  });
}

async function shown(context: GraphqlContext, answer: StreamAnswer): Promise<SavedStream | StreamErrors | NotFound> {
  if (answer.kind === 'invalid') return new StreamErrors(answer.problems);
  const row = answer.kind === 'done' ? await reload(context, STREAM, answer.id) : null;
  return row === null ? new NotFound('There is no such stream.') : new SavedStream(row);
}

const readSettings = (context: GraphqlContext): Promise<Settings> =>
  inAccount(context, async (tx, accountId) => ({
    streams: await listStreams(tx, accountId),
    retention_days: await readRetention(tx, accountId),
    default_retention_days: await readRetention(tx, null),
    oldest: await readOldest(tx, accountId),
  }));

/** Defines where the audit log of an account is streamed, and how long it is kept. */
export function defineAuditStreams(): void {
  defineTypes();
  const settingsRef = builder.objectRef<Settings>('AuditSettings');
  defineObject(settingsRef, {
    description: 'Where the audit log of the account goes, and how long it is kept.',
    authScopes: READ,
    columns: {
      streams: objects(streamRef, 'Its streams, the oldest first.'),
      retention_days: nullable(int('Days for which the account keeps entries; null for as long as the installation.')),
      default_retention_days: nullable(int('Days for which the installation keeps entries; null for ever.')),
      oldest: nullable(dateTime('When the oldest entry was written; null for none.')),
    },
  });
  builder.queryField('audit_settings', (t) =>
    t.field({
      type: settingsRef,
      authScopes: READ,
      description: 'Where the audit log of the account goes, and how long it is kept.',
      resolve: (_root, _args, context) => readSettings(context),
    }),
  );
  builder.mutationField('save_audit_retention', (t) =>
    t.field({
      type: settingsRef,
      authScopes: MANAGE,
      description:
        'Sets for how long the account keeps entries of its audit log. Older ones leave once all streams have delivered them.',
      args: optional({
        days: int(`${MIN_RETENTION_DAYS} to ${MAX_RETENTION_DAYS} days; without them as long as the installation.`),
      }),
      resolve: async (_root, { days }, context) => {
        if (days != null && (days < MIN_RETENTION_DAYS || days > MAX_RETENTION_DAYS))
          throw badRequest(`days must be between ${MIN_RETENTION_DAYS} and ${MAX_RETENTION_DAYS}, got ${days}.`);
        await inAccount(context, (tx, accountId) =>
          setRetention(tx, accountId, days ?? null, context.session.person.id),
        );
        return readSettings(context);
      },
    }),
  );
  defineMutation('save_audit_stream', {
    authScopes: MANAGE,
    description:
      'Adds or changes a stream of the audit log. A new one delivers the whole log. Secrets that are left out stay as they are stored, unless the host changes.',
    result: changeResult('SaveAuditStreamResult', 'stream', [savedRef, notFoundRef, errorsRef]),
    args: {
      ...required({
        type: string(`${TYPE_NAMES}. It cannot be changed later.`),
        address: string(
          'https: for a webhook or a collector of OTLP, tls: for syslog; http: and tcp: for hosts that EGRESS_ALLOW lists.',
        ),
        enabled: boolean('Whether entries are delivered.'),
      }),
      ...optional({
        id: id('Id of the stream to change; without it one is added.'),
        version: int('The version that was edited: the change is refused when the stream has another one.'),
        authority: string('Certificates of the authority that signs that of the target, as PEM.'),
        signing_secret: string('Signs webhooks: 16 to 200 characters, or whsec_ and Base64.'),
        headers: string('Headers of webhooks and of OTLP, a line `name: value` each. Empty for none.'),
      }),
    },
    resolve: async (args, context) => {
      const edit = {
        id: args.id ?? null,
        type: args.type,
        address: args.address.trim(),
        enabled: args.enabled,
        authority: args.authority?.trim() || null,
        signingSecret: args.signing_secret || null,
        headers: args.headers ?? null,
        version: args.version ?? null,
      };
      return shown(context, await context.auditStreams.save(context.session, edit));
    },
  });
  defineMutation('test_audit_stream', {
    authScopes: MANAGE,
    description: 'Sends a test message to the target of a stream, and waits until it has it.',
    result: changeResult('TestAuditStreamResult', 'stream', [savedRef, notFoundRef, errorsRef]),
    args: required({ id: id('Id of the stream.') }),
    resolve: async (args, context) => shown(context, await context.auditStreams.test(context.session, args.id)),
  });
  defineMutation('remove_audit_stream', {
    authScopes: MANAGE,
    description: 'Removes a stream with its secrets. Entries that it has not delivered stay in the log.',
    result: changeResult('RemoveAuditStreamResult', 'stream', [removedRef, notFoundRef]),
    args: required({ id: id('Id of the stream.') }),
    resolve: async (args, context) => {
      const answer = await context.auditStreams.remove(context.session, args.id);
      return answer.kind === 'done' ? new RemovedStream(answer.id) : new NotFound('There is no such stream.');
    },
  });
}
