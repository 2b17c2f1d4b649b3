import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from 'urql';
import { KEYLESS_TYPES, POSSIBLE_TYPES } from './generated/cache-types.ts';
import type { Transport } from './http.ts';

/** Without a key the cache stores an object within its parent. */
const keys: KeyingConfig = Object.fromEntries(KEYLESS_TYPES.map((name) => [name, () => null]));

/** The GraphQL client of one account. Each account has its own cache. The transport acts on refusals, which have a status. */
export function createClient(transport: Transport): Client {
  return new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetch: transport.fetch,
    exchanges: [cacheExchange({ keys, possibleTypes: POSSIBLE_TYPES }), fetchExchange],
  });
}
