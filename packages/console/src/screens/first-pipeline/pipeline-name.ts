/** Names of files and declarations. */
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Why a pipeline cannot be called so; null when it can. */
export function pipelineNameProblem(name: string): string | null {
  if (name === '') return 'Name is required';
  return NAME.test(name)
    ? null
    : 'A name has lower-case letters, digits and _, at most 63 of them, and begins with a letter.';
}
