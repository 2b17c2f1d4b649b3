import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { Client, type CombinedError, fetchExchange, mapExchange, type Operation } from 'urql';
import { setBusy } from '../lib/activity/page-activity.ts';
import { recordStep, reportError } from '../lib/error-report.ts';
import { CACHE_RESOLVERS, CACHE_UPDATES } from './cache-updates.ts';
import { describeFailure, isReported } from './failure.ts';
import { KEYLESS_TYPES, POSSIBLE_TYPES } from './generated/cache-types.ts';
import type { Transport } from './http.ts';

/**
 * Objects whose id alone names none: a file has other contents in another changelist, a person other roles in another account, an
 * account other roles of another person, and an asset is another one in another account.
 */
const SHARED_IDS = ['Asset', 'TimelineUnit', 'CriticalPathStep', 'File', 'ModifiedFile', 'AccountUser', 'UserAccount'];

/** Without a key the cache stores an object within its parent. */
const keys: KeyingConfig = Object.fromEntries([...KEYLESS_TYPES, ...SHARED_IDS].map((name) => [name, () => null]));

function nameOf(operation: Operation): string {
  const [definition] = operation.query.definitions;
  const name = definition?.kind === 'OperationDefinition' ? definition.name?.value : undefined;
  return name ?? operation.kind;
}

/** Remembers what the page sends: a query that the cache answers does not get here. */
function recordOperation(operation: Operation): void {
  if (operation.kind !== 'teardown') recordStep(`${operation.kind} ${nameOf(operation)}`);
}

/** Reports GraphQL errors, server errors and missing responses; not 403s and cancelled requests. */
function reportFailure(error: CombinedError, operation: Operation): void {
  if (!isReported(error)) return;
  reportError({ source: nameOf(operation), error, requestId: describeFailure(error).requestId });
}

/** The GraphQL client of one account. Each account has its own cache. The transport acts on refusals, which have a status. */
export function createClient(transport: Transport): Client {
  return new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetch: transport.fetch,
    exchanges: [
      cacheExchange({ keys, possibleTypes: POSSIBLE_TYPES, updates: CACHE_UPDATES, resolvers: CACHE_RESOLVERS }),
      mapExchange({
        onOperation: (operation) => {
          recordOperation(operation);
          // A subscription never ends, and a teardown ends what it names.
          setBusy(operation.key, operation.kind === 'query' || operation.kind === 'mutation');
        },
        onResult: ({ operation }) => setBusy(operation.key, false),
        onError: reportFailure,
      }),
      fetchExchange,
    ],
  });
}
