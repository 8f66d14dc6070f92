import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { SitePlan } from '../../../../contract/entities/site/sitePlan.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { height: '100%', overflowY: 'auto', padding: '8px' },
  zone: {
    margin: '8px 4px 4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  floor: { width: '100%', justifyContent: 'flex-start', fontWeight: tokens.fontWeightRegular },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
});

/** Plans by zone, the highest floor first. */
export function PlanFloors(props: {
  plans: readonly SitePlan[];
  zoneName: (id: number) => string;
  chosen: number | undefined;
  onChoose: (id: number) => void;
}) {
  const s = useStyles();
  const { plans, chosen } = props;
  const zones = [...new Set(plans.map(({ org }) => org))];
  return (
    <nav className={s.root}>
      {zones.map((zone) => (
        <div key={zone}>
          <h3 className={s.zone}>{props.zoneName(zone)}</h3>
          {plans
            .filter(({ org }) => org === zone)
            .map(({ id, name }) => (
              <Button
                key={id}
                appearance="subtle"
                size="small"
                className={mergeClasses(s.floor, id === chosen && s.chosen)}
                {...(id === chosen ? { 'aria-current': 'true' as const } : {})}
                onClick={() => props.onChoose(id)}
              >
                {name}
              </Button>
            ))}
        </div>
      ))}
    </nav>
  );
}
