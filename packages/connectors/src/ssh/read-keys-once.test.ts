import { KeyObject } from 'node:crypto';
import type { Client } from 'ssh2';
import { expect, it, onTestFinished } from 'vitest';
import { buildContext } from '../testing/context.ts';
import { createStandIn } from '../testing/sftp.ts';
import { openSsh } from './open-ssh.ts';

type Keys = {
  readonly _protocol: {
    readonly _cipher: { readonly _encKey?: unknown };
    readonly _decipher: { readonly _decipherKey?: unknown };
    rekey(): void;
  };
};

it('makes key objects of the keys of every handshake', async () => {
  const server = await createStandIn();
  onTestFinished(() => server.close());
  const { port, username, password } = server.key.properties;
  const login = {
    host: '127.0.0.1',
    port: Number(port),
    username: String(username),
    secret: { kind: 'password', password: String(password) },
    useSha1: false,
    fingerprint: null,
    key: 'exchange',
  } as const;
  const ended: unknown[] = [];
  const ssh = await openSsh(login, buildContext(), (error) => ended.push(error));
  onTestFinished(() => ssh.close());
  await new Promise<void>((resolve) => ssh.start(resolve));
  const keys = (): readonly unknown[] => {
    const { _cipher, _decipher } = (ssh.client as Client as unknown as Keys)._protocol;
    return [_cipher._encKey, _decipher._decipherKey];
  };
  const first = keys();
  for (const key of first) expect(key).toBeInstanceOf(KeyObject);
  const renewed = new Promise((resolve) => ssh.client.once('handshake', resolve));
  (ssh.client as unknown as Keys)._protocol.rekey();
  await renewed;
  for (const [index, key] of keys().entries()) {
    expect(key).toBeInstanceOf(KeyObject);
    expect(key).not.toBe(first[index]);
  }
  await new Promise<void>((resolve, reject) => ssh.client.sftp((error) => (error ? reject(error) : resolve())));
  expect(ended).toEqual([]);
});
