import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useStaleReason } from '../../app/useStaleReason.ts';

/** Opens the form for a new row; disabled with the reason while the data are stale. */
export function CreateButton(props: { label: string; onPress: () => void }) {
  const stale = useStaleReason();
  return (
    <Button
      size="small"
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={stale !== undefined}
      {...(stale === undefined ? {} : { title: stale })}
      onClick={props.onPress}
    >
      {props.label}
    </Button>
  );
}
