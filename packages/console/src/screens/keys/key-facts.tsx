import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { Link } from 'react-router';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { FieldValues } from '../../ui/form/field-values.tsx';
import { visibleFields } from '../../ui/form/form-values.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { Fact, Facts, Unset } from '../../ui/text/facts.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { storedNames, toProperties } from './stored-key.ts';
import type { NamedKey } from './use-named-key.ts';

type Props = { readonly credential: NamedKey };

/** Facts of a key: its fields without the secrets, who saved it, and when it was last used. */
export function KeyFacts({ credential }: Props) {
  const paths = useKeyPaths();
  const type = findKeyType(credential.credential_type);
  const properties = toProperties(credential.properties);
  const stored = storedNames(credential.properties_exist);
  const fields = type === undefined ? [] : visibleFields(withoutTokens(type), properties);
  const isOptional = (group: string | undefined): boolean =>
    type?.groups?.find(({ name }) => name === group)?.optional === true;
  const isSet = (name: string): boolean => stored.has(name) || Object.hasOwn(properties, name);
  return (
    <Stack as="section" gap={3} padding={4} minWidth={0} frame="large" aria-labelledby="key-facts">
      <Text as="h2" size="large" weight="strong" id="key-facts">
        Key
      </Text>
      <Facts>
        <Fact label="Name">
          <Copyable text={credential.name} what="name">
            {credential.name}
          </Copyable>
        </Fact>
        <Fact label="Description">{credential.description === '' ? <Unset>None</Unset> : credential.description}</Fact>
      </Facts>
      <FieldValues
        fields={fields.filter(({ name, required, group }) => isSet(name) || (required === true && !isOptional(group)))}
        values={properties}
        stored={stored}
      />
      <Facts>
        {credential.expires && (
          <Fact label="Ends">
            <Timestamp value={credential.expires} /> ({credential.expires_of})
          </Fact>
        )}
        <Fact label="Added">
          <Saved at={credential.created} by={credential.created_by?.name} />
        </Fact>
        <Fact label="Last changed">
          <Saved at={credential.updated} by={credential.updated_by?.name} />
        </Fact>
        <Fact label="Last successful use">
          {credential.last_used ? (
            <>
              <Timestamp value={credential.last_used} />
              {credential.last_used_by && (
                <>
                  {' '}
                  by {credential.last_used_by.kind}{' '}
                  <Link
                    to={paths.users(
                      credential.last_used_by.kind === 'upload' ? 'upload' : 'download',
                      credential.last_used_by.name,
                    )}
                  >
                    {credential.last_used_by.name}
                  </Link>
                </>
              )}
            </>
          ) : (
            <Unset>Never</Unset>
          )}
        </Fact>
      </Facts>
    </Stack>
  );
}

/** Tokens that the provider gave say nothing to a person. */
const withoutTokens = (type: KeyType): KeyType => ({
  ...type,
  fields: type.fields.filter(({ obtained, secret }) => obtained !== true || secret !== true),
});

function Saved({ at, by }: { readonly at: string; readonly by: string | undefined }) {
  return (
    <>
      <Timestamp value={at} /> by {by ?? 'Switchboard'}
    </>
  );
}
