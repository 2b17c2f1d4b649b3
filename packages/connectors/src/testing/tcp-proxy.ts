import { onTestFinished } from 'vitest';
import { type ProxyHooks, startProxy } from './start-proxy.ts';

/** A TCP proxy of this machine for the running test, which may inspect, delay or cut the traffic. Returns its port. */
export async function proxyTo(host: string, port: number, hooks: ProxyHooks): Promise<number> {
  const proxy = await startProxy(host, port, hooks);
  onTestFinished(() => proxy.stop());
  return proxy.port;
}
