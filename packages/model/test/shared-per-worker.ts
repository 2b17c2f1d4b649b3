/** What files of one worker share. The check for handles that a test file leaves behind exempts what this map holds. */
const SHARED = Symbol.for('switchboard.shared');

type Shared = { readonly instance: Promise<unknown>; readonly close: () => Promise<void> };

/**
 * Makes a getter of something that all test files of a worker share, such as a server that takes long to start. It starts at the
 * first call and stays open until the worker ends, so its handles must not keep a process alive that has nothing else to do.
 * Tests use places of their own in it: schemas, buckets, folders.
 * @param name one for each shared thing
 * @param start a failed start is forgotten, and tried again by the next call
 * @param close releases it; for `closeShared`
 */
export function sharedPerWorker<Instance>(
  name: string,
  start: () => Promise<Instance>,
  close: (instance: Instance) => unknown = () => undefined,
): () => Promise<Instance> {
  return () => {
    const known = sharedInstances().get(name);
    if (known !== undefined) return known.instance as Promise<Instance>;
    const instance = start();
    sharedInstances().set(name, { instance, close: async () => void (await close(await instance)) });
    instance.catch(() => sharedInstances().delete(name));
    return instance;
  };
}

/** What this worker shares, by name. It is on the global object because a run may load this module once for each file. */
export function sharedInstances(): Map<string, Shared> {
  const holder = globalThis as { [SHARED]?: Map<string, Shared> };
  holder[SHARED] ??= new Map();
  return holder[SHARED];
}

/** Closes everything that this worker shares. A later call of a getter starts it again. */
export async function closeShared(): Promise<void> {
  const open = [...sharedInstances().values()];
  sharedInstances().clear();
  await Promise.all(open.map(({ close }) => close()));
}
