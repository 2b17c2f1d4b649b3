import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange } from 'urql';
import { KEYLESS_TYPES, POSSIBLE_TYPES } from './generated/cache-types.ts';
import { NOT_RECOGNIZED, type Refusal, type Transport } from './http.ts';

/** Without a key the cache stores an object within its parent. */
const keys: KeyingConfig = Object.fromEntries(KEYLESS_TYPES.map((name) => [name, () => null]));

export type ClientOptions = {
  readonly transport: Transport;
  readonly onUnauthorized: (reason: Refusal) => void;
  readonly onForbidden: () => void;
};

/** The GraphQL client of one account. Each account has its own cache. */
export function createClient({ transport, onUnauthorized, onForbidden }: ClientOptions): Client {
  return new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetch: transport.fetch,
    exchanges: [
      mapExchange({
        onError: (error) => {
          const codes = error.graphQLErrors.map((failure) => failure.extensions['code']);
          if (codes.includes(NOT_RECOGNIZED)) onUnauthorized('not-recognized');
          else if (codes.includes('INVALID_TOKEN')) onUnauthorized('signed-out');
          else if (codes.includes('EMAIL_NOT_AUTHORIZED')) onForbidden();
        },
      }),
      cacheExchange({ keys, possibleTypes: POSSIBLE_TYPES }),
      fetchExchange,
    ],
  });
}
