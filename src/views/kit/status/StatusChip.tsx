import { useTranslation } from 'react-i18next';
import { Glyph } from './Glyph.tsx';
import { type StatusName, statuses } from './status.ts';
import { useStatusClasses } from './statusStyles.ts';

/** A state as glyph, shape and text. `text` replaces the text of the vocabulary, e.g. "3 offline". */
export function StatusChip(props: { status: StatusName; text?: string }) {
  const { t } = useTranslation();
  const classes = useStatusClasses();
  const { glyph, tone } = statuses[props.status];
  return (
    <span className={classes[tone]} data-status={props.status}>
      <Glyph name={glyph} />
      <span>{props.text ?? t(`status.${props.status}`)}</span>
    </span>
  );
}
