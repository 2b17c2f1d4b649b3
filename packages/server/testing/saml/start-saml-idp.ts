import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { SAML_KEYS, type SamlKey } from './saml-keys.ts';

export type SamlUser = {
  readonly nameId: string;
  readonly password: string;
  readonly mail: string;
  readonly name: string;
  readonly groups?: readonly string[];
};

export type SamlIdp = {
  readonly entityId: string;
  readonly url: string;
  /** Copied into the console by an administrator. */
  readonly metadata: string;
  /** Registers a service by its metadata, as an administrator does at the provider. */
  trust(serviceMetadata: string): void;
  stop(): Promise<void>;
};

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const BASIC = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
const STATEMENT =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext><saml:AuthnContextClassRef>{AuthnContext}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';
const attribute = (name: string, valueTag: string) =>
  ({ name, valueTag, nameFormat: BASIC, valueXsiType: 'xs:string' }) as const;

setSchemaValidator({ validate: () => Promise.resolve('not validated') });

/**
 * An identity provider of SAML 2.0 on this machine, as a company has one: it shows a form to people who have no session, and posts a
 * signed response back to the service that asked.
 */
export async function startSamlIdp(
  users: readonly SamlUser[],
  { key = SAML_KEYS.signing, authnContext }: { readonly key?: SamlKey; readonly authnContext?: string } = {},
): Promise<SamlIdp> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${url}/metadata`;
  const attributes = [attribute('email', 'mail'), attribute('displayName', 'name'), attribute('groups', 'group')];
  const provider = IdentityProvider({
    entityID: entityId,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${url}/sso` }],
    loginResponseTemplate: {
      context: SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', STATEMENT),
      attributes,
    },
  });
  const services = new Map<string, ReturnType<typeof ServiceProvider>>();
  /** Requests that wait for a person, by the cookie of the browser. */
  const waiting = new Map<string, { readonly id: string; readonly service: string }>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/metadata') return void response.end(provider.getMetadata());
    if (pathname === '/sso') return showForm(response, searchParams);
    if (pathname === '/login') return signIn(request, response);
    response.statusCode = 404;
    response.end();
  }

  async function showForm(response: ServerResponse, parameters: URLSearchParams): Promise<void> {
    const query = Object.fromEntries(parameters);
    for (const [name, service] of services) {
      const parsed = await provider.parseLoginRequest(service, 'redirect', { query });
      if (parsed.extract['issuer'] !== name) continue;
      const cookie = randomBytes(16).toString('hex');
      const { id } = parsed.extract['request'] as { id: string };
      waiting.set(cookie, { id, service: name });
      response.setHeader('set-cookie', `idp=${cookie}; Path=/; HttpOnly`);
      response.end(
        '<title>Company sign-in</title><form method="post" action="/login"><label>Email<input name="email"></label><label>Password<input name="password" type="password"></label><button>Continue</button></form>',
      );
      return;
    }
    response.statusCode = 403;
    response.end('The service is not known.');
  }

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const cookie = /idp=([0-9a-f]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const asked = waiting.get(cookie);
    const service = services.get(asked?.service ?? '');
    const user = users.find(({ mail, password }) => mail === form.get('email') && password === form.get('password'));
    if (asked === undefined || service === undefined || user === undefined) {
      response.statusCode = 401;
      response.end('Wrong password, or no request.');
      return;
    }
    waiting.delete(cookie);
    const { context } = await provider.createLoginResponse(service, { extract: {} }, 'post', {}, (template) => ({
      id: '',
      context: SamlLib.replaceTagsByValue(template, tagsOf(user, asked)),
    }));
    response.end(
      `<form method="post" action="${service.entityMeta.getAssertionConsumerService('post')}"><input type="hidden" name="SAMLResponse" value="${context}"></form><script>document.forms[0].submit()</script>`,
    );
  }

  function tagsOf(user: SamlUser, asked: { readonly id: string; readonly service: string }) {
    const acs = services.get(asked.service)?.entityMeta.getAssertionConsumerService('post') as string;
    const now = new Date();
    const end = new Date(now.getTime() + 300_000).toISOString();
    return {
      ID: `_${randomBytes(20).toString('hex')}`,
      AssertionID: `_${randomBytes(20).toString('hex')}`,
      Destination: acs,
      Audience: asked.service,
      SubjectRecipient: acs,
      Issuer: entityId,
      IssueInstant: now.toISOString(),
      StatusCode: Constants.StatusCode.Success,
      ConditionsNotBefore: now.toISOString(),
      ConditionsNotOnOrAfter: end,
      SubjectConfirmationDataNotOnOrAfter: end,
      NameIDFormat: PERSISTENT,
      NameID: user.nameId,
      InResponseTo: asked.id,
      AuthnContext: authnContext ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      attrMail: user.mail,
      attrName: user.name,
      attrGroup: user.groups?.[0] ?? '',
    };
  }

  return {
    entityId,
    url,
    metadata: provider.getMetadata(),
    trust(serviceMetadata) {
      const service = ServiceProvider({ metadata: serviceMetadata });
      services.set(service.entityMeta.getEntityID(), service);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
