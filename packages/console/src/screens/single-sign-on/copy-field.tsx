import { ActionIcon, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../ui/text/copyable.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './single-sign-on.module.css';

type Props = { readonly label: string; readonly value: string; readonly description?: string };

/** A value to enter elsewhere, with a button that copies it. */
export function CopyField({ label, value, description }: Props) {
  return (
    <TextInput
      label={label}
      labelProps={{ mb: 'xs' }}
      descriptionProps={{ mt: 'xs' }}
      {...(description === undefined ? {} : { description })}
      inputWrapperOrder={['label', 'input', 'description']}
      readOnly
      value={value}
      classNames={{ input: styles['mono'] ?? '' }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <ActionIcon aria-label={`Copy ${label}`} onClick={() => void copyText(value, `${label} copied`)}>
          <IconCopy size={SMALL_ICON_SIZE} />
        </ActionIcon>
      }
    />
  );
}
