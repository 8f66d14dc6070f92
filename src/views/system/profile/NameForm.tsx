import { makeStyles } from '@fluentui/react-components';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { requiredText } from '../../../../contract/rules/rules.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { zodMessage } from '../../kit/form/errors.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { SubmitButton } from '../../kit/form/SubmitButton.tsx';
import { useOnce } from '../../kit/form/useOnce.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'flex-start', gap: '8px', '& > button': { marginTop: '26px' } },
});

const schema = z.object({ name: requiredText('name') });

/** Form for the name of the own account, as others see it. */
export function NameForm(props: { name: string }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, session } = useApp();
  const messages = useMessages();
  const { control, handleSubmit, setError, formState } = useForm<{ name: string }>({
    resolver: zodResolver(schema, { error: zodMessage }),
    defaultValues: { name: props.name },
  });
  const submit = useOnce(
    handleSubmit(async (values) => {
      try {
        await api.patch('/v1/profile', values, { quiet: true });
        session.send({ type: 'session.refresh' });
        messages.add('done', t('profile.saved'));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setError('name', { type: 'server', message: error.message || t('common.connectionFailed') });
      }
    }),
  );
  return (
    <form className={s.root} onSubmit={(event) => void submit(event)} noValidate>
      <TextField control={control} name="name" label={t('common.name')} autoComplete="name" required />
      <SubmitButton busy={formState.isSubmitting} disabled={!formState.isDirty}>
        {t('common.save')}
      </SubmitButton>
    </form>
  );
}
