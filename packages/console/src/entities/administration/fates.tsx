import { Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './administration.module.css';

type Props = { readonly erased: readonly string[]; readonly kept: readonly string[] };

/** Two lists: what an erasure takes, and what it leaves. */
export function Fates({ erased, kept }: Props) {
  return (
    <Stack gap={3} padding={[3, 0, 0]}>
      <Fate title="Erased" items={erased} />
      <Fate title="Kept" items={kept} />
    </Stack>
  );
}

function Fate({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <section aria-label={title}>
      <Text weight="medium">{title}</Text>
      <ul className={styles['fate']}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
