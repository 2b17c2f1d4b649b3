/** An answer, or at once the reason of an aborted signal, for work that does not end by itself when it is cancelled. */
export async function orAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal === undefined) return answer;
  let give: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    give = () => reject(signal.reason);
    signal.addEventListener('abort', give, { once: true });
    if (signal.aborted) give();
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', give);
    answer.catch(() => undefined);
    aborted.catch(() => undefined);
  }
}
