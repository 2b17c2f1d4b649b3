import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { ApprovalRule } from './approval-rule.tsx';

const buildRules = (patch: object = {}) => ({
  __typename: 'PublishSettings',
  requires_approval: true,
  change_problem: null,
  pending_change: null,
  ...patch,
});
const buildChange = (patch: object = {}) => ({
  __typename: 'PublishSettingsChange',
  id: 'c1',
  requested_by: { __typename: 'Person', id: 'ola', name: 'Ola' },
  created: new Date().toISOString(),
  is_mine: false,
  answer_problem: null,
  ...patch,
});
const OWN = 'You requested this change: another person must approve it.';

/** Renders the rule; each answer of the server is the state from then on. */
function open(rules: object, after: object = rules): RenderedPage {
  let shown = rules;
  const change = (): object => (shown = after);
  return renderPage({
    element: <ApprovalRule />,
    answers: {
      PublishRules: () => ({ publish_settings: shown }),
      SavePublishRules: () => ({ save_publish_settings: change() }),
      AnswerPublishRules: () => ({ outcome: change() }),
    },
  });
}
const ruleSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Publishing requires an approval/ });

it('switching approvals off asks for another person, and can be withdrawn', async () => {
  const page = open(buildRules(), buildRules({ pending_change: buildChange({ is_mine: true, answer_problem: OWN }) }));
  await waitFor(async () => expect((await ruleSwitch()).disabled).toBe(false));
  await page.user.click(await ruleSwitch());
  await screen.findByText('Requested. Another person must approve it.');
  await screen.findByText(OWN);
  expect((await ruleSwitch()).checked).toBe(true);
  expect((await ruleSwitch()).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Publish without approvals' })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Request withdrawn');
  expect(page.sent('AnswerPublishRules')).toEqual([{ id: 'c1', answer: 'withdraw' }]);
});

it('the request of another person is approved or refused', async () => {
  const page = open(buildRules({ pending_change: buildChange() }), buildRules({ requires_approval: false }));
  await screen.findByText(/^Ola asked to publish without approvals/);
  screen.getByRole('button', { name: 'Keep approvals' });
  await page.user.click(screen.getByRole('button', { name: 'Publish without approvals' }));
  await waitFor(async () => expect((await ruleSwitch()).checked).toBe(false));
  expect(page.sent('AnswerPublishRules')).toEqual([{ id: 'c1', answer: 'approve' }]);
});

it('says why a person cannot change the rule', async () => {
  const problem = 'You need the permission manage-publish-rules to change this.';
  open(buildRules({ change_problem: problem, pending_change: buildChange({ answer_problem: problem }) }));
  expect((await screen.findAllByText(problem)).length).toBe(2);
  expect((await ruleSwitch()).disabled).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

it('a rule that cannot be loaded is asked for again', async () => {
  let isUp = false;
  const page = renderPage({
    element: <ApprovalRule />,
    answers: {
      PublishRules: () => (isUp ? { publish_settings: buildRules() } : new Error('away')),
    },
  });
  await screen.findByRole('alert');
  isUp = true;
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await ruleSwitch()).checked).toBe(true);
});
