import { lookup } from 'node:dns/promises';
import { isIP, connect as openTcp, type Socket } from 'node:net';
import { PipelineError } from '@switchboard/model/errors/errors';
import { canonicalHost, isAllowedPrivate, isPublicAddress } from './addresses.ts';
import { NetworkError, unreachable } from './network-error.ts';
import { observeStage } from './observe-connections.ts';

/** All addresses of a host name. Throws as the resolver does. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) => {
  const answers = await lookup(host, { all: true, verbatim: true });
  return answers.map((answer) => answer.address);
};

export type SocketRules = {
  /** "host" or "host:port" that may be reached although private. */
  readonly allowPrivate: readonly string[];
  readonly resolve: Resolve;
  readonly connectTimeoutMs: number;
};

type Addresses = { readonly host: string; readonly canonical: string; readonly addresses: readonly string[] };

/** The addresses of a host, best first. Throws HOST_NOT_ALLOWED for a malformed one, NetworkError for an unknown one. */
async function addressesOf(host: string, rules: SocketRules): Promise<Addresses> {
  const canonical = canonicalHost(host);
  if (canonical === null) throw new PipelineError('HOST_NOT_ALLOWED', { host });
  if (isIP(canonical) !== 0) return { host, canonical, addresses: [canonical] };
  const lookUp = (): Promise<readonly string[]> => resolved(canonical, rules.resolve);
  return { host, canonical, addresses: await observeStage({ stage: 'resolve', host, port: null }, lookUp) };
}

/**
 * Throws HOST_NOT_ALLOWED unless every address may be connected to: a name that leads both outside and inside is refused as a
 * whole.
 */
function checkAddresses({ host, canonical, addresses }: Addresses, ports: readonly number[], rules: SocketRules): void {
  const isNamed = ports.some((port) => isAllowedPrivate(canonical, port, rules.allowPrivate));
  const allowed = isNamed || addresses.every(isPublicAddress);
  if (!allowed || addresses.some((address) => isIP(address) === 0))
    throw new PipelineError('HOST_NOT_ALLOWED', { host });
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (error) {
    throw unreachable(host, error);
  }
  if (addresses.length === 0) throw new NetworkError('unreachable', host, 'unknown host');
  return addresses;
}

/** Ports below belong to services, and are none that a server chooses for data. */
const FIRST_FREE_PORT = 1024;

/**
 * Opens a TCP connection to a host: names are looked up once, the connection goes to a checked address, and what it
 * reached is checked again. `beside`: see `Egress.connect`. Throws HOST_NOT_ALLOWED or NetworkError; an aborted signal throws its reason.
 */
export async function openSocket(
  host: string,
  port: number,
  rules: SocketRules,
  signal?: AbortSignal,
  beside?: number,
): Promise<Socket> {
  signal?.throwIfAborted();
  const isBeside = beside !== undefined && port >= FIRST_FREE_PORT;
  const found = await addressesOf(host, rules);
  return observeStage({ stage: 'connect', host, port }, async () => {
    checkAddresses(found, isBeside ? [port, beside] : [port], rules);
    return openFirst(found, port, rules, signal);
  });
}

async function openFirst(
  { host, addresses }: Addresses,
  port: number,
  rules: SocketRules,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses.slice(0, 4)) {
    try {
      const socket = await openTo(address, port, rules.connectTimeoutMs, signal);
      if (sameAddress(socket.remoteAddress, address)) return socket;
      socket.destroy();
      throw new PipelineError('HOST_NOT_ALLOWED', { host });
    } catch (error) {
      if (error instanceof PipelineError) throw error;
      signal?.throwIfAborted();
      failure = error;
    }
  }
  throw unreachable(host, failure);
}

function openTo(address: string, port: number, timeoutMs: number, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = openTcp({ host: address, port, keepAlive: true, keepAliveInitialDelay: 30_000 });
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.removeAllListeners('connect').removeAllListeners('error');
      if (error === null) {
        resolve(socket);
        return;
      }
      socket.on('error', () => socket.destroy()).destroy();
      reject(error);
    };
    const onAbort = (): void => settle(new Error('aborted'));
    const timer = setTimeout(
      () => settle(Object.assign(new Error('connect timed out'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.once('error', settle).once('connect', () => settle(null));
  });
}

function sameAddress(remote: string | undefined, expected: string): boolean {
  if (remote === undefined) return false;
  return canonicalHost(remote) === canonicalHost(expected);
}
