import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePermission } from '../../app/AppContext.tsx';
import type { Screen } from '../../app/screen.ts';
import { labelKey } from '../../screens.ts';
import { useChosenTargets } from '../../shared/talk/ChosenTargets.tsx';
import { MoreWays } from '../../shared/talk/MoreWays.tsx';
import { AccountMenu } from '../AccountMenu.tsx';
import { LanguageMenu } from '../LanguageMenu.tsx';
import { MessagesControl } from '../MessagesControl.tsx';
import { inBar } from '../TopBar.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px' },
  more: { minWidth: '48px' },
});

/** Tools of the top bar at the foot of a phone's menu. */
export function PhoneTools(props: { screens: readonly Screen[]; onPassword: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const navigate = useNavigate();
  const chosen = useChosenTargets();
  return (
    <div className={s.root}>
      <MessagesControl />
      <LanguageMenu />
      <AccountMenu screens={props.screens} onPassword={props.onPassword} />
      {props.screens
        .filter((screen) => inBar.includes(screen.path) && may(screen.codes))
        .map((screen) => (
          <Button
            key={screen.path}
            appearance="transparent"
            icon={<screen.icon />}
            aria-label={t(labelKey(screen))}
            title={t(labelKey(screen))}
            onClick={() => navigate(`/${screen.path}`)}
          />
        ))}
      <MoreWays className={s.more} chosen={chosen} />
    </div>
  );
}
