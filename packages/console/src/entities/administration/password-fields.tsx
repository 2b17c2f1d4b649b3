import { PASSWORD_SPECIALS, passwordListText } from '@switchboard/model/presentation/password-rules';
import { SecretInput } from '../../ui/form/secret-input.tsx';
import { Stack } from '../../ui/layout/layout.tsx';

export type PasswordDraft = { readonly password: string; readonly repeated: string };

const INVALID_SPECIAL = `There is an invalid special character, choose from ${PASSWORD_SPECIALS}`;

/** Returns the problem of a password that breaks the rules of its characters; null for a valid one. */
export function passwordProblem(password: string): string | null {
  const isForeign = [...password].some(
    (character) => !/[A-Za-z0-9 ]/.test(character) && !PASSWORD_SPECIALS.includes(character),
  );
  return isForeign ? INVALID_SPECIAL : passwordListText(password);
}

/** Whether both fields hold the same acceptable password. */
export const isPasswordReady = ({ password, repeated }: PasswordDraft): boolean =>
  passwordProblem(password) === null && password === repeated;

type Props = {
  readonly draft: PasswordDraft;
  readonly isOptional?: boolean;
  /** Problems that the server found. */
  readonly problems: readonly string[];
  readonly onChange: (draft: PasswordDraft) => void;
};

/** A password and its repetition, with the rules that it breaks. */
export function PasswordFields({ draft, isOptional = false, problems, onChange }: Props) {
  const { password, repeated } = draft;
  const broken = password === '' ? null : passwordProblem(password);
  return (
    <>
      <SecretInput
        label={isOptional ? 'Password (optional)' : 'Password'}
        description={
          isOptional
            ? 'Without one the user gets an email with a link to choose it.'
            : 'It is replaced at the next sign-in.'
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={password}
        error={broken ?? (problems.length > 0 && <ProblemList problems={problems} />)}
        onChange={(value) => onChange({ ...draft, password: value })}
      />
      <SecretInput
        label="Confirm password"
        value={repeated}
        error={repeated !== '' && repeated !== password ? 'Passwords do not match' : null}
        onChange={(value) => onChange({ ...draft, repeated: value })}
      />
    </>
  );
}

function ProblemList({ problems }: { readonly problems: readonly string[] }) {
  return problems.length === 1 ? (
    problems[0]
  ) : (
    <Stack as="span">
      {problems.map((problem) => (
        <span key={problem}>{problem}</span>
      ))}
    </Stack>
  );
}
