import { Button, makeStyles } from '@fluentui/react-components';
import { KeyRegular } from '@fluentui/react-icons';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { integrationForm } from '../../../../contract/entities/site/integration.ts';
import type { IntegrationKind } from '../../../../contract/fieldCodes.ts';
import { FormField } from '../../kit/form/fields.tsx';
import { PasswordInput } from '../../kit/form/PasswordInput.tsx';

/** Values of the form of a connection. */
export type IntegrationValues = z.output<ReturnType<typeof integrationForm>>;

const useStyles = makeStyles({
  secret: { display: 'flex', gap: '8px', '& > :first-child': { flexGrow: 1, minWidth: 0 } },
});

/** Length of a generated secret, bytes. */
const SECRET_BYTES = 32;

function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Words of a secret that both sides share, which may be generated. */
const shared = { label: 'integration.secret', hint: 'integration.secretHint' };
const password = { label: 'login.password', hint: 'integration.passwordHint' };
const community = { label: 'integration.community', hint: 'integration.communityHint' };
/** Kinds whose secret the other system has set. */
const wordsOf: Partial<Record<IntegrationKind, typeof shared>> = {
  mqtt: password,
  telephone: password,
  snmp: community,
  snmp_agent: community,
};

/** Field for the shared secret, typed or generated, or for a password; a stored one is never shown. */
export function SecretField(props: {
  control: Control<IntegrationValues, unknown, IntegrationValues>;
  kind: IntegrationKind;
  /** Stored secret: none, one that is kept without a new one, or one of the previous address. */
  stored: 'none' | 'kept' | 'previous';
  /** True: it cannot be saved without one. */
  required: boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const words = wordsOf[props.kind] ?? shared;
  const hints = {
    none: words.hint,
    kept: 'integration.secretKept',
    previous: 'integration.secretOfPrevious',
  };
  return (
    <FormField
      control={props.control}
      name="secret"
      label={t(words.label)}
      required={props.required}
      hint={t(hints[props.stored])}
    >
      {(field) => (
        <div className={s.secret}>
          <PasswordInput
            {...field}
            value={String(field.value ?? '')}
            onChange={(event) => field.onChange(event.target.value || undefined)}
            autoComplete="off"
          />
          {words === shared && (
            <Button icon={<KeyRegular />} onClick={() => field.onChange(makeSecret())}>
              {t('integration.makeSecret')}
            </Button>
          )}
        </div>
      )}
    </FormField>
  );
}
