import { useTranslation } from 'react-i18next';
import type { PhoneApi } from '../../api/phoneLink.ts';
import { Notice } from './Notice.tsx';
import { PhoneKey } from './PhoneKey.tsx';
import { type PhoneState, usePhoneLink } from './usePhoneLink.ts';

const troubles = ['insecure', 'refused', 'missing', 'unsupported', 'lost'];

/** A link on its phone: asks for the microphone, then shows the key, then how it ended. */
export function PhoneLinkView({ api }: { api: PhoneApi }) {
  const { t } = useTranslation();
  const { state, begin, look } = usePhoneLink(api);
  if (state.kind === 'over') return <Notice title={t('phone.over')} text={state.message} />;
  if (state.kind === 'open')
    return <PhoneKey api={api} link={state.link} endsAt={state.endsAt} isAway={state.isAway} look={look} />;
  return <Start state={state} begin={begin} />;
}

function Start(props: {
  state: Extract<PhoneState, { kind: 'start' | 'opening' }>;
  begin: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { state } = props;
  const trouble = state.kind === 'start' ? state.trouble : null;
  const reason =
    trouble === null
      ? null
      : troubles.includes(trouble)
        ? t(`talk.trouble.${trouble}`)
        : trouble === 'away'
          ? t('phone.away')
          : trouble;
  return (
    <section className="notice">
      <h1>{t('phone.title')}</h1>
      <p>{t('phone.startWhy')}</p>
      {reason !== null && (
        <p className="trouble" role="alert">
          {reason}
        </p>
      )}
      <button
        type="button"
        className="wide"
        disabled={state.kind === 'opening'}
        onClick={() => void props.begin()}
      >
        {t(state.kind === 'opening' ? 'phone.opening' : 'phone.start')}
      </button>
      <p className="quiet">{t('phone.recorded')}</p>
    </section>
  );
}
