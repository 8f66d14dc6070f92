import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useStaleReason } from '../../app/useStaleReason.ts';

/**
 * Opens the form for a new row; disabled with the reason while the data are stale. `isSecondary`: it is not the
 * primary action of its screen.
 */
export function CreateButton(props: {
  label: string;
  reason?: string | undefined;
  isSecondary?: boolean;
  onPress: () => void;
}) {
  const stale = useStaleReason();
  const reason = props.reason ?? stale;
  return (
    <Button
      size="small"
      appearance={props.isSecondary === true ? 'secondary' : 'primary'}
      icon={<AddRegular />}
      disabledFocusable={reason !== undefined}
      {...(reason === undefined ? {} : { title: reason })}
      onClick={props.onPress}
    >
      {props.label}
    </Button>
  );
}
