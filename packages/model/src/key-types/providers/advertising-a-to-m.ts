import {
  API_KEY,
  API_SECRET,
  API_TOKEN,
  basic,
  bearer,
  CLIENT_ID,
  CLIENT_SECRET,
  clientCredentials,
  connected,
  exchange,
  headers,
  providersOf,
  query,
  REFRESH_TOKEN,
  refreshGrant,
  region,
  secret,
  text,
  USERNAME,
} from '../key-rows.ts';
import type { KeyType } from '../key-type.ts';

const row = providersOf('Advertising');

/** Where advertising is bought and sold: platforms, networks and exchanges, AdButler to Moloco. */
export const ADVERTISING_A_TO_M: readonly KeyType[] = [
  row('adbutler', 'AdButler', {
    fields: [API_KEY],
    whereToFind: 'The API key is shown under Settings > API Keys in AdButler.',
    documentation: 'https://www.adbutler.com/docs/api',
    hosts: ['api.adbutler.com'],
    authentication: headers({ Authorization: 'Basic {api_key}' }),
    probe: null,
  }),
  row('adform', 'Adform', {
    fields: [CLIENT_ID, CLIENT_SECRET, text('scope', 'Scopes', 'The scopes that Adform granted, separated by spaces.')],
    whereToFind: 'Adform issues client id, client secret and scopes for each integration on request.',
    documentation: 'https://api.adform.com/v1/help/buyer',
    hosts: ['api.adform.com', 'id.adform.com'],
    authentication: clientCredentials('https://id.adform.com/sts/connect/token', { scope: '{scope}' }),
    probe: null,
  }),
  row('adroll', 'AdRoll', {
    fields: [
      secret('personal_access_token', 'Personal access token', 'The personal access token of a user of AdRoll.'),
      secret('api_key', 'Client ID', 'The client id of the app that was registered at NextRoll, sent as apikey.'),
    ],
    whereToFind:
      'Personal access tokens are made in the settings of AdRoll, apps under My Apps at developers.nextroll.com.',
    documentation: 'https://apidocs.nextroll.com/guides/get-started.html',
    hosts: ['services.adroll.com'],
    authentication: {
      scheme: 'template',
      headers: { Authorization: 'Token {personal_access_token}' },
      query: { apikey: '{api_key}' },
    },
    probe: null,
  }),
  row('amazon_ads', 'Amazon Ads', {
    fields: [
      CLIENT_ID,
      CLIENT_SECRET,
      REFRESH_TOKEN,
      region('region', 'Region', 'The region of the advertising account.', {
        'advertising-api': 'North America',
        'advertising-api-eu': 'Europe',
        'advertising-api-fe': 'Far East',
      }),
    ],
    whereToFind:
      'Client id and client secret stand in the security profile of the Login with Amazon app; its consent gives the refresh token.',
    documentation: 'https://advertising.amazon.com/API/docs/en-us/guides/get-started/retrieve-access-token',
    hosts: ['{region}.amazon.com', 'api.amazon.com'],
    authentication: {
      ...refreshGrant('https://api.amazon.com/auth/o2/token'),
      headers: { Authorization: 'Bearer {token}', 'Amazon-Advertising-API-ClientId': '{client_id}' },
    },
    probe: 'https://{region}.amazon.com/v2/profiles',
  }),
  row('apple_search_ads', 'Apple Ads', {
    fields: [
      CLIENT_ID,
      secret('client_secret', 'Client secret', 'The signed client secret, valid for at most 180 days.'),
    ],
    whereToFind:
      'The client id is shown under Settings > API in Apple Ads; the client secret is signed with the key pair that was uploaded there.',
    documentation:
      'https://developer.apple.com/documentation/apple_ads/implementing-oauth-for-the-apple-search-ads-api',
    hosts: ['api.searchads.apple.com', 'appleid.apple.com'],
    authentication: clientCredentials('https://appleid.apple.com/auth/oauth2/token', { scope: 'searchadsorg' }),
    probe: 'https://api.searchads.apple.com/api/v5/me',
  }),
  row('applovin', 'AppLovin', {
    fields: [secret('api_key', 'Report key', 'The report key, which the reporting API takes as api_key.')],
    whereToFind: 'The report key is shown under Account > General > Keys in the AppLovin dashboard.',
    documentation: 'https://support.axon.ai/en/max/reporting-apis/revenue-reporting-api',
    hosts: ['r.applovin.com'],
    authentication: query({ api_key: '{api_key}' }),
    probe: null,
  }),
  row('criteo', 'Criteo', {
    fields: [CLIENT_ID, CLIENT_SECRET],
    whereToFind: 'Client id and client secret are made for an app in the Criteo partner portal.',
    documentation: 'https://developers.criteo.com/criteo-apis/docs/authentication',
    hosts: ['api.criteo.com'],
    authentication: clientCredentials('https://api.criteo.com/oauth2/token'),
    probe: null,
  }),
  row('exoclick', 'ExoClick', {
    fields: [API_TOKEN],
    whereToFind: 'API tokens are made in the profile of the ExoClick account.',
    documentation: 'https://api.exoclick.com/v2/docs/',
    hosts: ['api.exoclick.com'],
    authentication: exchange(
      'https://api.exoclick.com/v2/login',
      { api_token: '{api_token}' },
      { encoding: 'json', field: 'token' },
    ),
    probe: null,
  }),
  row('facebook_ads', 'Facebook Ads', {
    ...connected({ provider: 'facebook', style: 'facebook', scopes: ['ads_read'] }),
    whereToFind: 'A person connects a Facebook account; an administrator registers the app at developers.facebook.com.',
    documentation: 'https://developers.facebook.com/docs/marketing-api/get-started/authorization',
    hosts: ['graph.facebook.com'],
    probe: 'https://graph.facebook.com/me',
  }),
  row('google_ads', 'Google Ads', {
    fields: [
      secret('developer_token', 'Developer token', 'The developer token of a manager account.'),
      CLIENT_ID,
      CLIENT_SECRET,
      REFRESH_TOKEN,
    ],
    whereToFind:
      'The developer token is shown in the API Center of a manager account, client id and secret under Credentials in the Google Cloud console.',
    documentation: 'https://developers.google.com/google-ads/api/rest/auth',
    hosts: ['googleads.googleapis.com', 'oauth2.googleapis.com'],
    authentication: {
      ...refreshGrant('https://oauth2.googleapis.com/token'),
      headers: { Authorization: 'Bearer {token}', 'developer-token': '{developer_token}' },
    },
    probe: null,
  }),
  row('google_adsense', 'Google AdSense', {
    ...connected({ provider: 'google', style: 'google', scopes: ['https://www.googleapis.com/auth/adsense.readonly'] }),
    whereToFind:
      'A person connects a Google account; an administrator registers the client at console.cloud.google.com.',
    documentation: 'https://developers.google.com/adsense/management/getting_started',
    hosts: ['adsense.googleapis.com'],
    probe: 'https://adsense.googleapis.com/v2/accounts?pageSize=1',
  }),
  row('ironsource', 'ironSource LevelPlay', {
    fields: [USERNAME, secret('secret_key', 'Secret key', 'The secret key of the reporting API.')],
    whereToFind: 'The secret key is shown under My Account > Reporting API in ironSource.',
    documentation: 'https://developers.is.com/ironsource-mobile/air/monetization-reporting-api',
    hosts: ['platform.ironsrc.com'],
    authentication: basic('{username}', '{secret_key}'),
    probe: null,
  }),
  row('kevel', 'Kevel', {
    fields: [API_KEY],
    whereToFind: 'API keys are managed under Settings > API Keys in Kevel.',
    documentation: 'https://dev.kevel.com/reference/getting-started-with-kevel',
    hosts: ['api.kevel.co'],
    authentication: headers({ 'X-Adzerk-ApiKey': '{api_key}' }),
    probe: 'https://api.kevel.co/v1/advertiser',
  }),
  row('liftoff', 'Liftoff', {
    fields: [API_KEY, API_SECRET],
    whereToFind: 'API key and secret are shown under Account > API in the Liftoff dashboard.',
    documentation: 'https://docs.liftoff.io/advertiser/reporting_api',
    hosts: ['data.liftoff.io'],
    authentication: basic('{api_key}', '{api_secret}'),
    probe: 'https://data.liftoff.io/api/v1/apps',
  }),
  row('linkedin_ads', 'LinkedIn Ads', {
    fields: [secret('access_token', 'Access token', 'The access token of a member, valid for 60 days.')],
    notice: 'LinkedIn ends the access token after 60 days. Replace it before then.',
    whereToFind: 'Access tokens are made with the token generator of an app at developer.linkedin.com.',
    documentation: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authentication',
    hosts: ['api.linkedin.com'],
    authentication: bearer('access_token'),
    probe: null,
  }),
  row('mgid', 'MGID', {
    fields: [API_TOKEN],
    whereToFind: 'The API token of 32 characters is shown in the MGID dashboard.',
    documentation: 'https://help.mgid.com/api-advertisers/',
    hosts: ['api.mgid.com'],
    authentication: bearer('api_token'),
    probe: null,
  }),
  row('microsoft_ads', 'Microsoft Advertising', {
    fields: [
      secret('developer_token', 'Developer token', 'The developer token of the account.'),
      CLIENT_ID,
      CLIENT_SECRET,
      REFRESH_TOKEN,
    ],
    notice: 'Microsoft ends the refresh token after 90 days. Replace it before then.',
    secretLifeDays: 90,
    whereToFind:
      'The developer token is shown under Settings > Developer settings in Microsoft Advertising, client id and secret under App registrations in Microsoft Entra.',
    documentation: 'https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens',
    hosts: ['reporting.api.bingads.microsoft.com', 'login.microsoftonline.com'],
    authentication: {
      ...refreshGrant('https://login.microsoftonline.com/common/oauth2/v2.0/token', {
        scope: 'https://ads.microsoft.com/msads.manage',
      }),
      headers: { Authorization: 'Bearer {token}', DeveloperToken: '{developer_token}' },
    },
    probe: null,
  }),
  row('microsoft_token', 'Microsoft Advertising (token)', {
    deprecated: true,
    fields: [
      secret('access_token', 'Access token', 'The access token of a user, valid for about an hour.'),
      secret('developer_token', 'Developer token', 'The developer token of the account.'),
    ],
    whereToFind: 'The developer token is shown under Settings > Developer settings in Microsoft Advertising.',
    documentation: 'https://learn.microsoft.com/en-us/advertising/guides/get-started',
    hosts: [
      'reporting.api.bingads.microsoft.com',
      'campaign.api.bingads.microsoft.com',
      'clientcenter.api.bingads.microsoft.com',
    ],
    authentication: headers({ Authorization: 'Bearer {access_token}', DeveloperToken: '{developer_token}' }),
    probe: null,
  }),
  row('moloco', 'Moloco Ads', {
    fields: [API_KEY],
    whereToFind: 'API keys are made under Workplace settings > API keys in Moloco Ads.',
    documentation: 'https://developer.moloco.cloud/reference/molocoads_createtokens',
    hosts: ['api.moloco.cloud'],
    authentication: exchange(
      'https://api.moloco.cloud/cm/v1/auth/tokens',
      { api_key: '{api_key}' },
      { encoding: 'json', field: 'token' },
    ),
    probe: null,
  }),
];
