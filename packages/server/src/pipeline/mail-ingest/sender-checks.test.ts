import { createHash, generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startDnsServer, type Zone } from '../../../testing/dns-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { useMailListener } from '../../../testing/hooks/use-mail.ts';
import { addRecipient, sendMail, type TestMail, talkSmtp } from '../../../testing/mail.ts';
import { createSenderChecker } from './sender-checker.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const SIGNING_KEY = `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`;
const signedBy = (domainName: string): Pick<TestMail, 'dkim'> => ({
  dkim: { domainName, keySelector: 'mail', privateKey: keys.privateKey },
});

/** `good` lets this machine send, `strict` no one; both ask to reject what fails. `silent` is never answered. */
const ZONE: Zone = {
  'good.example': ['v=spf1 ip4:127.0.0.1 -all'],
  'mail._domainkey.good.example': [SIGNING_KEY],
  '_dmarc.good.example': ['v=DMARC1; p=reject'],
  'strict.example': ['v=spf1 -all'],
  'mail._domainkey.strict.example': [SIGNING_KEY],
  '_dmarc.strict.example': ['v=DMARC1; p=reject'],
  'lenient.example': ['v=spf1 ~all'],
  '_dmarc.lenient.example': ['v=DMARC1; p=none'],
  'loop.example': ['v=spf1 include:loop.example -all'],
  'silent.example': null,
  ...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`s._domainkey.d${n}.silent.example`, null])),
  '_dmarc.silent.example': null,
};

const dns = await startDnsServer(ZONE);
afterAll(() => dns.stop());
const used = useDatabase();
const account = useAccount(used);
const listener = useMailListener(used, { dnsServers: [dns.address] });

const EMPTY_BODY = createHash('sha256').update('').digest('base64');

type Row = { outcome: string; forged: boolean; spf: string; dkim: string; dmarc: string; dmarc_policy: string | null };
async function receive(mail: Omit<TestMail, 'to'>, by = listener): Promise<Row | undefined> {
  const { id, address } = await addRecipient(used.database, account, [{ path: 'reports', senderGlob: '*' }]);
  await sendMail(by.port, { to: address, subject: 'Daily', text: 'Hello.', ...mail });
  const [row] = await account.rows(sql<Row>`
    select outcome, forged, spf, dkim, dmarc, dmarc_policy from received_mail where recipient_id = ${id}::uuid`);
  return row;
}

describe('the sender of a received mail', () => {
  it('SPF, DKIM and DMARC are recorded', async () => {
    expect(await receive({ from: 'ads@good.example', ...signedBy('good.example') })).toEqual({
      outcome: 'matched',
      forged: false,
      spf: 'pass',
      dkim: 'pass',
      dmarc: 'pass',
      dmarc_policy: 'reject',
    });
  });

  it('a domain without records has none', async () => {
    expect(await receive({ from: 'ads@nothing.example' })).toEqual({
      outcome: 'matched',
      forged: false,
      spf: 'none',
      dkim: 'none',
      dmarc: 'none',
      dmarc_policy: null,
    });
  });

  it('a signature of its domain is enough when another server forwards it', async () => {
    expect(await receive({ from: 'ads@strict.example', ...signedBy('strict.example') })).toMatchObject({
      outcome: 'matched',
      spf: 'fail',
      dkim: 'pass',
      dmarc: 'pass',
    });
  });

  it('SPF that includes itself without end is an error of that domain', async () => {
    expect(await receive({ from: 'ads@loop.example' })).toMatchObject({ outcome: 'matched', spf: 'permerror' });
  });
});

describe('a mail under the name of another domain', () => {
  it('a mail under the name of another domain that asks to reject it is kept, and no rule takes it', async () => {
    expect(await receive({ from: 'ads@strict.example' })).toEqual({
      outcome: 'unmatched',
      forged: true,
      spf: 'fail',
      dkim: 'none',
      dmarc: 'fail',
      dmarc_policy: 'reject',
    });
    expect(await receive({ from: 'ads@strict.example', ...signedBy('good.example') })).toMatchObject({
      outcome: 'unmatched',
      forged: true,
      dkim: 'pass',
      dmarc: 'fail',
    });
  });

  it('a mail under the name of another domain that asks for nothing is taken', async () => {
    expect(await receive({ from: 'ads@lenient.example' })).toMatchObject({
      outcome: 'matched',
      spf: 'softfail',
      dmarc: 'fail',
      dmarc_policy: 'none',
    });
  });

  it('a mail under the name of another domain and its own in a second From is taken by no rule', async () => {
    const raw = 'From: ads@strict.example\r\nFrom: me@lenient.example\r\nSubject: x\r\n\r\nx\r\n';
    expect(await receive({ from: 'me@lenient.example', raw })).toMatchObject({
      outcome: 'unmatched',
      dmarc: 'permerror',
    });
  });

  it('a mail under the name of another domain in another writing of From is taken by no rule', async () => {
    const raw = 'From: "me@lenient.example" <ads@strict.example>\r\nSubject: x\r\n\r\nx\r\n';
    expect(await receive({ from: 'me@lenient.example', raw })).toMatchObject({ outcome: 'unmatched', dmarc: 'fail' });
    expect(await receive({ from: 'ads@strict.example', raw: 'Subject: no From\r\n\r\nx\r\n' })).toMatchObject({
      outcome: 'unmatched',
      spf: 'fail',
      dmarc: 'none',
    });
  });

  it('a mail that was changed after it was signed has a signature that fails', async () => {
    const { id, address } = await addRecipient(used.database, account);
    const signature =
      'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=good.example; s=mail; h=From; bh=AAAA; b=AAAA';
    await talkSmtp(listener.port, [
      'EHLO x.example\r\n',
      'MAIL FROM:<ads@strict.example>\r\n',
      `RCPT TO:<${address}>\r\n`,
      'DATA\r\n',
      `From: ads@good.example\r\n${signature}\r\nSubject: x\r\n\r\nChanged.\r\n.\r\n`,
    ]);
    const rows = await account.rows(sql<Row>`
      select outcome, dkim, dmarc from received_mail where recipient_id = ${id}::uuid`);
    expect(rows).toMatchObject([{ outcome: 'unmatched', dmarc: 'fail' }]);
    expect(rows[0]?.dkim).not.toBe('pass');
  });
});

describe('a DNS server that does not answer', () => {
  const impatient = useMailListener(used, { dnsServers: [dns.address], dnsTimeout: 1_500 });

  it('a mail is taken, and its sender is unknown', async () => {
    expect(await receive({ from: 'ads@silent.example' }, impatient)).toMatchObject({
      outcome: 'matched',
      spf: 'temperror',
      dmarc: 'temperror',
    });
  });

  it('a forged mail is still found to be forged, whatever it asks of DNS', async () => {
    const before = dns.asked.length;
    const signatures = Array.from(
      { length: 1_000 },
      (_, n) =>
        `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=d${n}.silent.example; s=s; h=From; bh=${EMPTY_BODY}; b=AAAA\r\n`,
    );
    const raw = `${signatures.join('')}From: ads@strict.example\r\nSubject: x\r\n\r\n\r\n`;
    expect(await receive({ from: 'me@silent.example', raw }, impatient)).toMatchObject({
      outcome: 'unmatched',
      dmarc: 'fail',
    });
    expect(dns.asked.length - before).toBeLessThanOrEqual(60);
  });
});

it('a check whose program ends is unknown, and the next one works', async () => {
  const checker = createSenderChecker({ dnsServers: [dns.address], timeout: 1 });
  const request = {
    path: import.meta.filename,
    ip: '127.0.0.1',
    helo: 'x',
    sender: 'a@good.example',
    domain: 'ingest.test',
  };
  expect(await checker.check(request)).toMatchObject({ spf: 'temperror', dmarc: 'temperror' });
  await checker.stop();
  const patient = createSenderChecker({ dnsServers: [dns.address] });
  expect(await patient.check(request)).toMatchObject({ spf: 'pass' });
  await patient.stop();
});
