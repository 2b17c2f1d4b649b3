import {
  ACCESS_TOKEN,
  API_KEY,
  API_SECRET,
  API_TOKEN,
  basic,
  basicClientCredentials,
  bearer,
  CLIENT_ID,
  CLIENT_SECRET,
  headers,
  hostLabel,
  ownHost,
  providersOf,
  region,
  secret,
} from '../key-rows.ts';
import type { KeyType } from '../key-type.ts';

const row = providersOf('Developer tools');

/** Code, hosting, monitoring, models and data platforms. */
export const DEVELOPER_KEY_TYPES: readonly KeyType[] = [
  row('algolia', 'Algolia', {
    fields: [hostLabel('app_id', 'Application ID', 'The id of the application.', 'ABCDEF1234'), API_KEY],
    whereToFind: 'Application id and keys are shown under Settings > API keys in Algolia.',
    documentation: 'https://www.algolia.com/doc/rest-api/search/',
    hosts: ['{app_id}.algolia.net', '{app_id}-dsn.algolia.net', 'analytics.algolia.com', 'analytics.de.algolia.com'],
    authentication: headers({ 'X-Algolia-Application-Id': '{app_id}', 'X-Algolia-API-Key': '{api_key}' }),
    probe: 'https://{app_id}.algolia.net/1/indexes',
  }),
  row('cloudflare', 'Cloudflare', {
    fields: [API_TOKEN],
    whereToFind: 'API tokens are made under My profile > API tokens in Cloudflare.',
    documentation: 'https://developers.cloudflare.com/fundamentals/api/get-started/create-token/',
    hosts: ['api.cloudflare.com'],
    authentication: bearer('api_token'),
    probe: 'https://api.cloudflare.com/client/v4/user/tokens/verify',
  }),
  row('databricks', 'Databricks', {
    fields: [
      secret('access_token', 'Personal access token', 'A personal access token of a user.'),
      ownHost('host', 'Workspace host', 'The host of the workspace.', 'dbc-a1b2345c-d6e7.cloud.databricks.com'),
    ],
    whereToFind: 'Tokens are made under Settings > Developer > Access tokens in the workspace.',
    documentation: 'https://docs.databricks.com/en/dev-tools/auth/pat.html',
    hosts: ['{host}'],
    authentication: bearer('access_token'),
    probe: 'https://{host}/api/2.0/preview/scim/v2/Me',
  }),
  row('databricks_oauth', 'Databricks service principal', {
    fields: [
      CLIENT_ID,
      CLIENT_SECRET,
      ownHost('host', 'Workspace host', 'The host of the workspace.', 'dbc-a1b2345c-d6e7.cloud.databricks.com'),
    ],
    whereToFind:
      'Secrets are made under Settings > Identity and access > Service principals > Secrets in the workspace.',
    documentation: 'https://docs.databricks.com/en/dev-tools/auth/oauth-m2m.html',
    hosts: ['{host}'],
    authentication: basicClientCredentials('https://{host}/oidc/v1/token', { scope: 'all-apis' }),
    probe: 'https://{host}/api/2.0/preview/scim/v2/Me',
  }),
  row('datadog', 'Datadog', {
    fields: [
      API_KEY,
      secret('application_key', 'Application key', 'The application key of a user.'),
      region('site', 'Site', 'The site of the organization.', {
        'datadoghq.com': 'US1',
        'us3.datadoghq.com': 'US3',
        'us5.datadoghq.com': 'US5',
        'datadoghq.eu': 'EU1',
        'ap1.datadoghq.com': 'AP1',
      }),
    ],
    whereToFind: 'API keys and application keys are made under Organization settings in Datadog.',
    documentation: 'https://docs.datadoghq.com/api/latest/authentication/',
    hosts: ['api.{site}'],
    authentication: headers({ 'DD-API-KEY': '{api_key}', 'DD-APPLICATION-KEY': '{application_key}' }),
    probe: 'https://api.{site}/api/v1/validate',
  }),
  row('dbt_cloud', 'dbt Cloud', {
    fields: [
      secret('service_token', 'Service token', 'A service token or personal access token.'),
      ownHost('host', 'Access URL', 'The host of the account.', 'cloud.getdbt.com'),
    ],
    whereToFind: 'Service tokens are made under Account settings > Service tokens in dbt Cloud.',
    documentation: 'https://docs.getdbt.com/docs/dbt-cloud-apis/authentication',
    hosts: ['{host}'],
    authentication: headers({ Authorization: 'Token {service_token}' }),
    probe: 'https://{host}/api/v2/accounts/',
  }),
  row('fastly', 'Fastly', {
    fields: [API_TOKEN],
    whereToFind: 'API tokens are made under Account > API tokens in Fastly.',
    documentation: 'https://www.fastly.com/documentation/reference/api/auth-tokens/',
    hosts: ['api.fastly.com', 'rt.fastly.com'],
    authentication: headers({ 'Fastly-Key': '{api_token}' }),
    probe: 'https://api.fastly.com/tokens/self',
  }),
  row('fivetran', 'Fivetran', {
    fields: [API_KEY, API_SECRET],
    whereToFind: 'API keys are made under the user name > API key in Fivetran.',
    documentation: 'https://fivetran.com/docs/rest-api/getting-started',
    hosts: ['api.fivetran.com'],
    authentication: basic('{api_key}', '{api_secret}'),
    probe: 'https://api.fivetran.com/v1/account/info',
  }),
  row('github', 'GitHub', {
    fields: [secret('access_token', 'Personal access token', 'A fine-grained or classic token of a user.')],
    whereToFind: 'Tokens are made under Settings > Developer settings > Personal access tokens in GitHub.',
    documentation: 'https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api',
    hosts: ['api.github.com'],
    authentication: bearer('access_token'),
    probe: 'https://api.github.com/user',
  }),
  row('gitlab', 'GitLab', {
    fields: [
      ACCESS_TOKEN,
      ownHost('host', 'Host', 'The host of the server; gitlab.com by default.', 'gitlab.com', {
        default: 'gitlab.com',
      }),
    ],
    whereToFind: 'Tokens are made under Preferences > Access tokens in GitLab.',
    documentation: 'https://docs.gitlab.com/api/rest/authentication/',
    hosts: ['{host}'],
    authentication: headers({ 'PRIVATE-TOKEN': '{access_token}' }),
    probe: 'https://{host}/api/v4/user',
  }),
  row('new_relic', 'New Relic', {
    fields: [
      secret('api_key', 'User key', 'A user key, which begins with NRAK-.'),
      region('region', 'Region', 'Where the account is hosted.', {
        'api.newrelic.com': 'United States',
        'api.eu.newrelic.com': 'European Union',
      }),
    ],
    whereToFind: 'User keys are made under the user menu > API keys in New Relic.',
    documentation: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
    hosts: ['{region}'],
    authentication: headers({ 'Api-Key': '{api_key}' }),
    probe: { url: 'https://{region}/graphql', body: '{"query":"{ actor { user { id } } }"}' },
  }),
  row('pagerduty', 'PagerDuty', {
    fields: [
      API_KEY,
      region('region', 'Service region', 'Where the account is hosted.', {
        'api.pagerduty.com': 'United States',
        'api.eu.pagerduty.com': 'European Union',
      }),
    ],
    whereToFind: 'API keys are made under Integrations > API access keys in PagerDuty.',
    documentation: 'https://developer.pagerduty.com/docs/authentication',
    hosts: ['{region}'],
    authentication: headers({ Authorization: 'Token token={api_key}' }),
    probe: 'https://{region}/abilities',
  }),
];
