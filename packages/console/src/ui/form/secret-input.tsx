import { PasswordInput } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { type ComponentProps, useState } from 'react';

type Props = Omit<ComponentProps<typeof PasswordInput>, 'label' | 'value' | 'onChange'> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A secret in one line. Only what was just typed can be shown: a stored secret never reaches the browser. */
export function SecretInput({ label, value, onChange, ...frame }: Props) {
  const [isShown, setIsShown] = useState(false);
  const isVisible = isShown && value !== '';
  return (
    <PasswordInput
      autoComplete="new-password"
      {...frame}
      // Mantine marks it only by a colour.
      aria-invalid={frame.error ? true : undefined}
      label={label}
      spellCheck={false}
      value={value}
      onChange={(event) => {
        const next = event.currentTarget.value;
        if (next === '') setIsShown(false);
        onChange(next);
      }}
      visible={isVisible}
      onVisibilityChange={setIsShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `${isVisible ? 'Hide' : 'Show'} ${label}` }}
      {...(value === '' ? { rightSection: false } : {})}
    />
  );
}
