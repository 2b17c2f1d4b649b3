import type { Socket } from 'node:net';
import type { Client, ParsedKey, PublicKeyAuthMethod } from 'ssh2';
import type { ConnectorContext } from '../spec.ts';
import { readKeysOnce } from './read-keys-once.ts';
import { closed, loginFailure, SshFailure } from './ssh-failure.ts';
import { fingerprintOf, readPrivateKey, type SshLogin } from './ssh-login.ts';

/** Loaded when it is first needed: start-up does without it. */
const loadLibrary = async () => (await import('ssh2')).default;

/** A connection that is not signed in yet. */
export type SshConnection = {
  readonly client: Client;
  /** Signs in. `onReady` is called once the server has accepted the user. */
  start(onReady: () => void): void;
  close(): void;
};

/**
 * Connects to an SSH server. Whatever ends the connection, the sign-in included, is given to `onEnd`.
 * Throws SshFailure for a private key that cannot be read, and what the egress throws.
 */
export async function openSsh(
  login: SshLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  onEnd: (error: unknown) => void,
): Promise<SshConnection> {
  const { Client: SshClient, utils } = await loadLibrary();
  const { secret, host } = login;
  const privateKey =
    secret.kind === 'private key' ? readPrivateKey(secret.pem, secret.passphrase, utils.parseKey) : undefined;
  const socket = await context.egress.connect(host, login.port, context.signal);
  // Requests are small, and each waits for its answer.
  socket.setNoDelay(true);
  joinWrites(socket);
  const client = new SshClient();
  let refusal: SshFailure | null = null;
  client.on('error', (error) => onEnd(refusal ?? loginFailure(error, login)));
  client.on('close', () => onEnd(refusal ?? closed(host)));
  if (privateKey !== undefined && !login.useSha1)
    refuseSha1(privateKey, () => {
      refusal = new SshFailure(
        'SSH_SHA1',
        'the server takes only SHA-1 signatures, which the key does not acknowledge',
      );
    });
  return {
    client,
    start(onReady) {
      client.on('handshake', () => readKeysOnce(client));
      client.on('ready', onReady);
      if (secret.kind === 'password') answerPrompts(client, secret.password);
      client.connect({
        sock: socket,
        username: login.username,
        ...(secret.kind === 'password' ? { password: secret.password, tryKeyboard: true } : {}),
        ...(privateKey === undefined ? {} : { authHandler: [publicKeyMethod(login.username, privateKey)] }),
        readyTimeout: 0,
        algorithms: login.useSha1 ? WITH_SHA1 : WITHOUT_SHA1,
        hostVerifier: (hostKey: Buffer) => {
          const got = fingerprintOf(hostKey);
          if (login.fingerprint === null || login.fingerprint === got) return true;
          refusal = new SshFailure('SSH_HOST_KEY', got);
          return false;
        },
      });
    },
    close: () => void socket.destroy(),
  };
}

/** Sends what is written in one turn of the event loop together: the library writes each packet in three parts. */
function joinWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isCorked = false;
  socket.write = (...args: unknown[]): boolean => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
}

/** Servers that ask for the password in a dialogue get it for each question that hides its answer. */
function answerPrompts(client: Client, password: string): void {
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(({ echo }) => (echo === true ? '' : password))),
  );
}

const publicKeyMethod = (username: string, key: ParsedKey): PublicKeyAuthMethod => ({
  type: 'publickey',
  username,
  key,
});

/** Keeps an RSA key from signing with SHA-1, which the library falls back to. */
function refuseSha1(key: ParsedKey, onRefused: () => void): void {
  if (key.type !== 'ssh-rsa') return;
  const sign = key.sign.bind(key);
  key.sign = (data, algorithm) => {
    if (algorithm !== undefined && algorithm !== 'sha1') return sign(data, algorithm);
    onRefused();
    return new Error('SHA-1 is refused') as unknown as Buffer;
  };
}

const WITHOUT_SHA1 = { serverHostKey: { append: [], prepend: [], remove: ['ssh-rsa'] } } as const as object;
const WITH_SHA1 = {
  kex: { append: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1'], prepend: [], remove: [] },
} as const as object;
