import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Turning } from './useTurning.ts';

const useStyles = makeStyles({
  root: { display: 'flex', gap: '4px', flexShrink: 0, '& > button': { whiteSpace: 'nowrap' } },
  away: { opacity: 0, ':focus-within': { opacity: 1 } },
});

function toggleFullScreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen();
}

/** Buttons of the wall display; hidden while the pointer is idle. */
export function WallTools(props: { turning: Turning; isShown: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isHeld, hold } = props.turning;
  return (
    <div className={mergeClasses(s.root, !props.isShown && s.away)}>
      <Button size="small" onClick={() => hold(!isHeld)}>
        {t(isHeld ? 'wall.turn' : 'wall.hold')}
      </Button>
      <Button size="small" onClick={toggleFullScreen}>
        {t('wall.full')}
      </Button>
      <Button size="small" onClick={() => navigate('/menu_home_page')}>
        {t('wall.leave')}
      </Button>
    </div>
  );
}
