/**
 * State that the test files of this worker have in common. `scripts/unit/surroundings.ts` exempts the handles that this
 * map holds.
 */
const HELD = Symbol.for('switchboard.shared');
const holder = globalThis as { [HELD]?: Map<string, Promise<unknown>> };

/**
 * Makes a getter of what all test files of a worker use, such as a server that takes long to start. It starts at the first call and
 * ends with the worker, so its handles must not keep a process alive that has nothing else to do.
 * @param start a failed start is forgotten, and tried again by the next call
 */
export function oncePerWorker<Instance>(name: string, start: () => Promise<Instance>): () => Promise<Instance> {
  return () => {
    holder[HELD] ??= new Map();
    const held = holder[HELD];
    const known = held.get(name);
    if (known !== undefined) return known as Promise<Instance>;
    const instance = start();
    held.set(name, instance);
    instance.catch(() => held.delete(name));
    return instance;
  };
}
