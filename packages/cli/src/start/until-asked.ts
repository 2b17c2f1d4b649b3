/** How close together two signals count as one wish: a terminal and a parent process may both pass on the same Ctrl-C. */
const SAME_WISH = 1_000;
const FORCED = 130;

/** Resolves at Ctrl-C, SIGTERM or the end of the terminal. Asked a second time, the program ends at once. */
export function untilAsked(say: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let first = 0;
    const ask = (): void => {
      const now = performance.now();
      if (first === 0) {
        first = now;
        resolve();
      } else if (now - first > SAME_WISH) {
        say('Stopping at once.');
        process.exit(FORCED);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  });
}
