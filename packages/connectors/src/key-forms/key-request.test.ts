import { describe, expect, it } from 'vitest';
import { buildContext } from '../testing/context.ts';
import { authenticate } from './key-request.ts';

const URL_ = 'https://api.example/reports?day=1';
const key = (type: string, properties: Readonly<Record<string, string>>) => ({ name: 'k', type, properties });
const present = (url: string, given: ReturnType<typeof key> | null) => authenticate(url, given, buildContext());

describe('authenticate', () => {
  it('sends no key where none is given', async () => {
    expect(await present(URL_, null)).toEqual({ url: URL_, headers: {} });
  });

  it.each([
    [{}, { Authorization: 'Bearer t' }],
    [{ prefix: 'Token' }, { Authorization: 'Token t' }],
    [{ header: 'X-Key' }, { 'X-Key': 't' }],
    [{ header: 'X-Key', prefix: 'key' }, { 'X-Key': 'key t' }],
  ])('carries an api_token with %j', async (properties, headers) => {
    expect(await present(URL_, key('api_token', { api_token: 't', hosts: 'api.example', ...properties }))).toEqual({
      url: URL_,
      headers,
    });
  });

  it('carries a user name and password as HTTP does', async () => {
    const headers = { Authorization: 'Basic YW5uOnA=' };
    expect(await present(URL_, key('basic', { username: 'ann', password: 'p', hosts: 'api.example' }))).toEqual({
      url: URL_,
      headers,
    });
  });

  it('fills in what the provider fixes of user name and password', async () => {
    const basic = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    const zendesk = key('zendesk', { email: 'ann@a.example', api_token: 't', subdomain: 'shop' });
    expect((await present('https://shop.zendesk.com/api', zendesk)).headers).toEqual(basic('ann@a.example/token:t'));
    expect((await present('https://api.chartmogul.com/v1', key('chartmogul', { api_key: 't' }))).headers).toEqual(
      basic('t:'),
    );
  });

  it('adds query parameters, and replaces those of the url', async () => {
    const trello = key('trello', { api_key: 'a&b', user_token: 't' });
    expect(await present('https://api.trello.com/1/boards?token=other', trello)).toEqual({
      url: 'https://api.trello.com/1/boards?token=t&key=a%26b',
      headers: {},
    });
  });

  it('sends several headers, and several kinds of credentials at once', async () => {
    const adroll = key('adroll', { personal_access_token: 't', api_key: 'app' });
    expect(await present('https://services.adroll.com/api', adroll)).toEqual({
      url: 'https://services.adroll.com/api?apikey=app',
      headers: { Authorization: 'Token t' },
    });
  });

  it('refuses a key that is bound to another host, and one of another form', async () => {
    const bound = key('api_token', { api_token: 't', hosts: 'Other.example, *.example.com:8443' });
    await expect(present(URL_, bound)).rejects.toThrow(
      'Key k is not allowed to be sent to api.example. Hosts of the key: other.example, *.example.com:8443. Correct the address, or have a person with the permission manage-keys add this host to the hosts of the key.',
    );
    await expect(present('http://other.example/', bound)).rejects.toThrow(
      'not allowed to be sent to other.example:80.',
    );
    await expect(present(URL_, key('api_token', { api_token: 't' }))).rejects.toThrow('Hosts of the key: none.');
    await expect(present(URL_, key('sql', {}))).rejects.toThrow(
      'Key k cannot be used: keys of type sql cannot be sent in HTTP requests. Edit the key, or use another one.',
    );
  });

  it.each([
    ['https://api.stripe.com.evil.example/v1', 'stripe', {}],
    ['https://evil.example/api.stripe.com', 'stripe', {}],
    ['https://api.stripe.com:8443/v1', 'stripe', {}],
    ['http://api.stripe.com/v1', 'stripe', {}],
    ['https://api.stripe.com@evil.example/', 'stripe', {}],
    ['https://evil.example/', 'shopify', { shop: 'evil.example/' }],
    ['https://evil.example/x.myshopify.com', 'shopify', { shop: 'evil.example/x' }],
    ['https://shop.myshopify.com/', 'shopify', {}],
    ['https://evil.example/', 'woocommerce', { host: 'shop.example@evil.example' }],
    ['https://evil.example/', 'mailgun', { region: 'api.eu.mailgun.net' }],
  ])('sends no key to %s', async (url, type, properties) => {
    await expect(present(url, key(type, { api_key: 't', ...properties }))).rejects.toThrow(
      expect.objectContaining({ code: 'KEY_FOR_OTHER_HOST' }) as Error,
    );
  });

  it('sends a key to the host that its fields name, whatever their case', async () => {
    const shop = key('shopify', { access_token: 't', shop: 'Shop' });
    expect((await present('https://shop.myshopify.com/admin', shop)).headers).toEqual({
      'X-Shopify-Access-Token': 't',
    });
    const region = key('mailgun', { api_key: 't', region: 'api.eu.mailgun.net' });
    expect((await present('https://api.eu.mailgun.net/v4', region)).headers).toHaveProperty('Authorization');
    await expect(present('https://api.mailgun.net/v4', region)).rejects.toThrow('not to https://api.mailgun.net.');
  });
});
