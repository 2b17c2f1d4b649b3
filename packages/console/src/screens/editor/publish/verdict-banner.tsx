import { Banner } from '../../../ui/feedback/banner.tsx';
import type { PublishVerdict } from './publish-verdict.ts';

/** The verdict about publishing, in a line; nothing while it is not known. */
export function VerdictBanner({ verdict }: { readonly verdict: PublishVerdict }) {
  switch (verdict.kind) {
    case 'computing':
    case 'unknown':
      return null;
    case 'safe':
      return <Banner tone="info" isStanding title="Safe: the rows of all compared uploads stay the same." />;
    case 'changes':
      return <Banner tone="warning" isStanding title="Changes data: compare what differs before you publish." />;
    case 'fails':
      return (
        <Banner tone="error" title={failsText(verdict.failures.map(({ declaration }) => declaration))}>
          <ul aria-label="Failures">
            {verdict.failures.map(({ upload, declaration, path, line, message }) => (
              <li key={upload}>
                <b>{declaration}</b>
                {path !== null && ` (${path}${line === null ? '' : `:${line}`})`}: {message}
                {declaration !== upload && ` The upload ${upload} gets no rows.`}
              </li>
            ))}
          </ul>
        </Banner>
      );
  }
}

/** "Will fail: orders fails on its next report." */
function failsText(declarations: readonly string[]): string {
  const [first = '', ...others] = [...new Set(declarations)];
  const names = others.length === 0 ? `${first} fails` : `${[first, ...others].join(', ')} fail`;
  return `Will fail: ${names} on the next report.`;
}
