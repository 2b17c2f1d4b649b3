/**
 * Starts to count the processor time of this process, all threads included. Bounds on it hold on a busy machine, too.
 * @returns gives the milliseconds since the start
 */
export function startProcessorTime(): () => number {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
}
