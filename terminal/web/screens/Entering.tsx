import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Engine } from '../engine.ts';
import type { WorkerView } from '../messages.ts';
import { Icon } from './icons.tsx';
import { Login } from './Login.tsx';

interface Props {
  engine: Engine;
  view: WorkerView;
  code: string;
  account: string | null;
}

/** Screen of a terminal that is not adopted: its code, and the ways to enrol. */
export function Found({ engine, code }: Pick<Props, 'engine' | 'code'>) {
  const { t } = useTranslation();
  const [name, setName] = useState(engine.store.name);
  return (
    <section>
      {engine.role === 'caster' && (
        <>
          <Login engine={engine} account="" />
          <p className="or">{t('terminalPage.orAdopt')}</p>
        </>
      )}
      <p className="state" role="status">
        <Icon name="found" />
        {t('terminalPage.found')}
      </p>
      <p className="code">{code}</p>
      <p className="state">{t('terminalPage.foundHint')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          engine.store.name = name.trim();
          engine.enter();
        }}
      >
        <label className="field">
          {t('terminalPage.name')}
          <input value={name} maxLength={50} onChange={({ target }) => setName(target.value)} />
        </label>
        <button type="submit" className="button" disabled={name.trim() === engine.store.name}>
          {t('terminalPage.saveName')}
        </button>
      </form>
      <Pairing engine={engine} open={false} />
      <Zone engine={engine} open={false} />
    </section>
  );
}

/** Enrols the terminal by a pairing code from the console. */
function Pairing({ engine, open }: { engine: Engine; open: boolean }) {
  const { t } = useTranslation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('pairing'));
    engine.enter({ pairing: typed.replace(/\D/g, '') });
  };
  return (
    <details open={open}>
      <summary>{t('terminalPage.pairing')}</summary>
      <form onSubmit={submit}>
        <label className="field">
          {t('terminalPage.pairingCode')}
          <input
            name="pairing"
            required
            inputMode="numeric"
            pattern="\s*([0-9]\s*){6}(([0-9]\s*){6})?"
            maxLength={24}
            autoComplete="off"
          />
        </label>
        <button type="submit" className="button">
          {t('terminalPage.enter')}
        </button>
      </form>
    </details>
  );
}

/** Enrols the terminal by the code and password of a zone. */
function Zone({ engine, open }: { engine: Engine; open: boolean }) {
  const { t } = useTranslation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [code, password] = [String(data.get('zone')), String(data.get('password'))];
    engine.enter({ zone: { code, password } });
  };
  return (
    <details open={open}>
      <summary>{t('terminalPage.zone')}</summary>
      <form onSubmit={submit}>
        <label className="field">
          {t('terminalPage.zoneCode')}
          <input name="zone" required maxLength={50} autoComplete="off" />
        </label>
        <label className="field">
          {t('terminalPage.zonePassword')}
          <input name="password" type="password" required maxLength={100} autoComplete="off" />
        </label>
        <button type="submit" className="button">
          {t('terminalPage.enter')}
        </button>
      </form>
    </details>
  );
}

/** Screen of a refused terminal: the message of the server and the possible actions. */
export function Refused({ engine, view, code, account }: Props) {
  const { t } = useTranslation();
  const reason = view.refusal?.code;
  return (
    <section>
      <p className="notice" role="alert">
        {view.refusal?.message}
      </p>
      {account === null ? <p className="code">{code}</p> : <Login engine={engine} account={account} />}
      {reason === 'duplicate' && account === null && (
        <>
          <p className="state">{t('terminalPage.duplicateHint')}</p>
          <button type="button" className="button primary wide" onClick={() => engine.becomeAnother()}>
            {t('terminalPage.becomeAnother')}
          </button>
        </>
      )}
      {reason === 'secret' && (
        <>
          <p className="state">{t('terminalPage.secretHint')}</p>
          <button type="button" className="button wide" onClick={() => engine.forget()}>
            {t('terminalPage.forget')}
          </button>
        </>
      )}
      {reason === 'enrol' && (
        <>
          <Pairing engine={engine} open={true} />
          <Zone engine={engine} open={true} />
        </>
      )}
      {reason !== 'login' && (
        <button type="button" className="button wide" onClick={() => engine.enter()}>
          {t('terminalPage.again')}
        </button>
      )}
    </section>
  );
}
