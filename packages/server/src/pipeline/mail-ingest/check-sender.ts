import { Resolver } from 'node:dns/promises';
import { createReadStream } from 'node:fs';
import { domainToASCII } from 'node:url';
import { authenticate, type DNSResolver } from 'mailauth';

/** Results of RFC 8601. */
export const CHECK_RESULTS = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];
export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

/** The sender of a mail, as far as DNS knows. */
export type SenderChecks = {
  /** Whether the domain of the envelope sender lets the client send its mail. */
  readonly spf: CheckResult;
  /** Whether a domain has signed the mail. */
  readonly dkim: CheckResult;
  /** Whether SPF or DKIM passed for the domain of the address in From. */
  readonly dmarc: CheckResult;
  /** DMARC policy of that domain for mail that fails; null when it has none. */
  readonly policy: DmarcPolicy | null;
  /** Domain of the author; empty for a mail without From, null where it could not be determined. */
  readonly authorDomain: string | null;
};

/** Nothing could be found out, for a while. */
export const UNKNOWN_SENDER: SenderChecks = {
  spf: 'temperror',
  dkim: 'temperror',
  dmarc: 'temperror',
  policy: null,
  authorDomain: null,
};

export type CheckRequest = {
  /** Absolute path of the mail as it came. */
  readonly path: string;
  /** Address of the client. */
  readonly ip: string;
  /** Host name of the client's HELO command. */
  readonly helo: string;
  /** The envelope sender; empty for a bounce. */
  readonly sender: string;
  /** Domain that receives the mail. */
  readonly domain: string;
  /** Addresses of DNS servers; none for those of this machine. */
  readonly dnsServers: readonly string[];
  /** Milliseconds that DNS gets for the questions of one purpose; 5 s without. */
  readonly dnsTimeout?: number;
};

/**
 * Limits of DNS queries and of time per mail for signatures, for policies, and for SPF. The sender of a forged mail
 * decides on signatures and on the domain of SPF: they must not use up what the policy needs.
 */
const BOUNDS = {
  signature: { questions: 20, share: 0.8 },
  policy: { questions: 20, share: 1 },
  spf: { questions: 20, share: 1 },
} as const;
const DNS_TIMEOUT = 5_000;
/** Share of the time that one attempt at a question gets. */
const ATTEMPT_SHARE = 0.4;

/** Checks a mail by SPF, DKIM and DMARC. What DNS does not answer in time is `temperror`. */
export async function checkSender(request: CheckRequest): Promise<SenderChecks> {
  const { path, ip, helo, sender, domain, dnsServers, dnsTimeout = DNS_TIMEOUT } = request;
  const askers = {
    signature: createAsker(dnsServers, BOUNDS.signature, dnsTimeout),
    policy: createAsker(dnsServers, BOUNDS.policy, dnsTimeout),
    spf: createAsker(dnsServers, BOUNDS.spf, dnsTimeout),
  };
  const resolver: DNSResolver = (name, type) => askers[purposeOf(name)].ask(name, type);
  try {
    const options = { ip, helo, sender, mta: domain, resolver, disableArc: true, disableBimi: true };
    const { spf, dkim, dmarc, dmarcSkipReason } = await authenticate(createReadStream(path), options);
    return {
      spf: resultOf(spf === false ? 'none' : spf.status.result),
      dkim: ofSignatures(dkim.results.map(({ status }) => resultOf(status.result))),
      dmarc: dmarc === false ? unjudged(dmarcSkipReason) : resultOf(dmarc.status.result),
      policy: dmarc === false ? null : policyOf(dmarc.policy),
      authorDomain: domainOf(dkim.headerFrom[0] ?? ''),
    };
  } finally {
    for (const { stop } of Object.values(askers)) stop();
  }
}

function purposeOf(name: string): keyof typeof BOUNDS {
  if (/^_dmarc\./i.test(name)) return 'policy';
  return /\._domainkey\./i.test(name) ? 'signature' : 'spf';
}

type Bounds = { readonly questions: number; readonly share: number };

function createAsker(servers: readonly string[], { questions, share }: Bounds, timeout: number) {
  const resolver = new Resolver({ timeout: timeout * ATTEMPT_SHARE, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  let left = questions;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    left = 0;
    resolver.cancel();
  };
  return {
    ask: async (name: string, type: string): Promise<string[][] | string[]> => {
      if (left <= 0) throw Object.assign(new Error('No question is left.'), { code: 'ETIMEOUT' });
      left -= 1;
      timer ??= setTimeout(giveUp, timeout * share);
      return (await resolver.resolve(name, type)) as string[][] | string[];
    },
    stop: () => clearTimeout(timer),
  };
}

/** A mail with several authors, or whose author has no valid domain, is not one that DMARC lets pass. */
function unjudged(reason: string | undefined): CheckResult {
  return reason === undefined || reason === 'no-author-domain' ? 'none' : 'permerror';
}

/**
 * Whether a mail must not be taken for one of its sender.
 * @param from the address in From, as the decoded mail has it; empty without one: then the envelope names the sender
 */
export function isForged({ spf, dmarc, policy, authorDomain }: SenderChecks, from: string): boolean {
  if (from === '') return spf === 'fail';
  // What was checked must be what rules read, however From was written.
  if (authorDomain !== null && authorDomain !== domainOf(from)) return true;
  return dmarc === 'permerror' || (dmarc === 'fail' && policy === 'reject');
}

/** Domain of an address, in its ASCII form. */
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domainToASCII(domain) || domain;
}

function resultOf(text: string): CheckResult {
  return CHECK_RESULTS.find((known) => known === text) ?? 'permerror';
}

/** Combines the results of several signatures: one valid signature suffices. */
function ofSignatures(results: readonly CheckResult[]): CheckResult {
  return (['pass', 'temperror'] as const).find((result) => results.includes(result)) ?? results[0] ?? 'none';
}

function policyOf(text: string | undefined): DmarcPolicy | null {
  return (['none', 'quarantine', 'reject'] as const).find((known) => known === text) ?? null;
}
