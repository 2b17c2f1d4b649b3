import { expect, it } from 'vitest';
import { emailProblem } from './email-rule.ts';

it('"Email: empty gives "This field is required"; malformed gives "The email is invalid"."', {
  tags: 'spec:email-required',
}, () => {
  for (const empty of ['', '  ']) expect(emailProblem(empty)).toBe('This field is required');
  for (const malformed of ['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'a@b@c.d', 'ada@x..com'])
    expect(emailProblem(malformed), malformed).toBe('The email is invalid');
  for (const valid of ['ada@example.com', ' ada+ads@mail.example.co.uk ']) expect(emailProblem(valid)).toBeNull();
});
