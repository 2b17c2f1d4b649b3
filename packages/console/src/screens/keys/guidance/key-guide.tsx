import type { KeyType } from '@switchboard/model/key-types/key-type';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import styles from '../keys.module.css';

/** Where a person finds what the form asks for, and the page of the provider's documentation. */
export function KeyGuide({ type }: { readonly type: KeyType }) {
  const { whereToFind, guide = [], documentation = '' } = type;
  if (whereToFind === undefined && guide.length === 0) return null;
  const link = documentation.startsWith('https://') && (
    <a href={documentation} target="_blank" rel="noreferrer">
      Documentation
    </a>
  );
  return (
    <Stack as="section" gap={1} aria-label="Where to find the values">
      {whereToFind !== undefined && (
        <Text as="p" tone="dim">
          {whereToFind} {link}
        </Text>
      )}
      {guide.length > 0 && (
        <Stack as="ul" gap={1} className={styles['guide']}>
          {guide.map((sentence) => (
            <Text as="li" key={sentence} tone="dim">
              {sentence}
            </Text>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
