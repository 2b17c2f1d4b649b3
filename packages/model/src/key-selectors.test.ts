import { expect, it } from 'vitest';
import { withoutIdleSelectors } from './key-selectors.ts';
import { findKeyType } from './key-types/key-types.ts';
import { validateKeyProperties } from './key-types/validate-key-properties.ts';

const sql = findKeyType('sql') ?? { fields: [] };
const CONNECTION = { dialect: 'postgresql', host: 'db', db_name: 'reports', user: 'loader', password: 'x' };

it('drops the SSH authentication when neither tunnel secret is given', { tags: 'spec:sql-ssh-auth-dropped' }, () => {
  const values = { ...CONNECTION, ssh_tunnel_auth_type: 'password', ssh_tunnel_password: ' ' };
  expect(withoutIdleSelectors(sql, values)).toEqual({ ...CONNECTION, ssh_tunnel_password: ' ' });
  const type = findKeyType('sql');
  expect(type && validateKeyProperties(type, withoutIdleSelectors(sql, values))).toEqual([]);
});

it('keeps it beside a tunnel secret, given or stored', () => {
  const auth = { ssh_tunnel_auth_type: 'password' };
  expect(withoutIdleSelectors(sql, { ...auth, ssh_tunnel_password: 'x' })).toMatchObject(auth);
  expect(withoutIdleSelectors(sql, auth, new Set(['ssh_tunnel_password']))).toEqual(auth);
});
