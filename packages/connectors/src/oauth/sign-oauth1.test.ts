import { expect, it } from 'vitest';
import { signOAuth1 } from './sign-oauth1.ts';

/** The example of X's documentation, "Creating a signature". */
const CREDENTIALS = {
  consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
  consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
};
const AT = { once: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg', seconds: 1_318_622_958 };
const signatureOf = (header: string): string | undefined => /oauth_signature="([^"]*)"/.exec(header)?.[1];

it('signs the documented request as documented', () => {
  const header = signOAuth1(
    {
      method: 'post',
      url: 'https://api.twitter.com/1.1/statuses/update.json?include_entities=true',
      form: [['status', 'Hello Ladies + Gentlemen, a signed OAuth request!']],
    },
    CREDENTIALS,
    AT,
  );
  expect(signatureOf(header)).toBe('hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D');
  expect(header).toMatch(/^OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce=/);
  for (const secret of [CREDENTIALS.consumerSecret, CREDENTIALS.tokenSecret]) expect(header).not.toContain(secret);
});

it('signs every part of a request', () => {
  const request = { method: 'GET', url: 'https://ads-api.x.com/12/accounts?count=1', form: [] };
  const changed = [
    request,
    { ...request, method: 'POST' },
    { ...request, url: 'https://ads-api.x.com/12/accounts?count=2' },
    { ...request, url: 'https://ads-api.x.com/11/accounts?count=1' },
    { ...request, form: [['a', 'b']] as const },
  ];
  const signatures = changed.map((one) => signatureOf(signOAuth1(one, CREDENTIALS, AT)));
  expect(new Set(signatures).size).toBe(changed.length);
});
