import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange } from 'urql';
import { NOT_RECOGNIZED, type Refusal, type Transport } from './http.ts';

const NO_KEY = (): null => null;

/** Types that are part of another and have no identity of their own. */
const EMBEDDED = [
  'AccountMembership',
  'Changes',
  'ConflictError',
  'DownloadConnection',
  'DownloadEdge',
  'DownloadHandle',
  'DownloadProgress',
  'EventConnection',
  'EventEdge',
  'FilterOptions',
  'NotFoundError',
  'PageInfo',
  'Progress',
  'ReportDatetime',
  'SavedPreference',
  'SourceTable',
  'UploadConnection',
  'UploadEdge',
  'UserPreferences',
] as const;

const keys: KeyingConfig = Object.fromEntries(EMBEDDED.map((name) => [name, NO_KEY]));

const possibleTypes = {
  SaveDownloadResult: ['Download', 'NotFoundError', 'ConflictError'],
  SaveUploadResult: ['Upload', 'NotFoundError', 'ConflictError'],
};

export type ClientOptions = {
  readonly transport: Transport;
  readonly onUnauthorized: (reason: Refusal) => void;
  readonly onForbidden: () => void;
};

/** The GraphQL client of one account, with a cache of its own, so that accounts never mix. */
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
      cacheExchange({ keys, possibleTypes }),
      fetchExchange,
    ],
  });
}
