import {
  type PasswordStrength,
  passwordListText,
  passwordProblems,
} from '@switchboard/model/presentation/password-rules';
import { PASSWORD_ADVICE } from './password-advice.ts';

type Estimate = (password: string, inputs: readonly string[]) => PasswordStrength;

let loading: Promise<Estimate> | undefined;

/** The dictionaries take some megabytes: they are loaded when the first password is checked. */
async function loadEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, translations: PASSWORD_ADVICE });
  return (password, inputs) => {
    const words = inputs.flatMap((input) => [input, ...input.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word !== '');
    const { score, feedback } = estimator.check(password, words);
    return { score, warning: feedback.warning ?? '', suggestions: feedback.suggestions };
  };
}

/**
 * Returns the problems of a password, as texts; empty when it is accepted.
 * @param inputs texts of whose words it must not be made, such as the name and the email of its owner
 */
export async function insecurities(password: string, inputs: readonly string[]): Promise<readonly string[]> {
  // The rules bound its length, by which an estimate takes longer.
  const listed = passwordListText(password);
  if (listed !== null) return [listed];
  loading ??= loadEstimate();
  return passwordProblems(password, (await loading)(password, inputs));
}
