/**
 * Runs something at once and then again and again, never twice at a time.
 * @param interval milliseconds between the end of one run and the start of the next; a function is asked after each run
 */
export function repeat(
  interval: number | (() => number),
  run: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  const next = (): void => {
    current = run()
      .catch(onError)
      .then(() => {
        if (!stopped) timer = setTimeout(next, typeof interval === 'number' ? interval : interval());
      });
  };
  next();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
