const missing = new WeakSet<object>();

/** Marks the error of an import that stays missing, so that its report says so. */
export function markMissingChunk(error: unknown): void {
  if (error instanceof Error) missing.add(error);
}

export const isMissingChunk = (error: unknown): boolean => error instanceof Error && missing.has(error);
