import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Outcome } from '../outcome.ts';
import type { ProductPart } from './product-parts.ts';

type Answer = { readonly part: ProductPart; readonly outcome: Outcome };
type Asked = { readonly child: ChildProcess; readonly waiting: Map<ProductPart, PromiseWithResolvers<Outcome>> };

const asked = new Map<string, Asked>();

/**
 * Runs a part of the checks in a process that loads the product of this tree. Parts that are asked for at the same time share the
 * process, and with it the modules and the syntax trees that it has loaded.
 * @param root absolute folder of the tree
 * @throws when the process ends before it has answered
 */
export async function askProduct(root: string, part: ProductPart): Promise<Outcome> {
  const { child, waiting } = asked.get(root) ?? start(root);
  const answer = Promise.withResolvers<Outcome>();
  waiting.set(part, answer);
  child.send(part);
  return answer.promise;
}

function start(root: string): Asked {
  const child = fork(join(root, 'scripts/check-product.ts'), { cwd: root, silent: true });
  const waiting: Asked['waiting'] = new Map();
  const printed: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => printed.push(piece));
  child.stderr?.on('data', (piece: Buffer) => printed.push(piece));
  child.on('message', ({ part, outcome }: Answer) => {
    waiting.get(part)?.resolve(outcome);
    waiting.delete(part);
    if (waiting.size > 0) return;
    asked.delete(root);
    child.disconnect();
  });
  const fail = (reason: string): void => {
    if (asked.get(root)?.child === child) asked.delete(root);
    for (const { reject } of waiting.values()) reject(new Error(reason));
  };
  child.on('error', ({ message }) => fail(`The process of the product could not be started: ${message}`));
  child.on('close', (code) =>
    fail(`The process of the product ended with code ${code}. ${Buffer.concat(printed).toString('utf8').trim()}`),
  );
  const own = { child, waiting };
  asked.set(root, own);
  return own;
}
