import { Field, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ErrorCircle12Filled } from '@fluentui/react-icons';
import type { ComponentProps } from 'react';
import { tokens } from '../../theme/tokens.ts';

/** Height of a message line with its distance to the control, px. */
const lineHeight = '18px';

const useStyles = makeStyles({
  root: { '& > label': { fontWeight: tokens.fontWeightSemibold } },
  labelled: { gridTemplateRows: `auto auto minmax(${lineHeight}, auto)` },
  bare: { gridTemplateRows: `auto minmax(${lineHeight}, auto)` },
  /** Hint and message share one place, so that nothing below moves when they change. */
  third: { gridRowStart: 3, gridColumnStart: 1 },
  second: { gridRowStart: 2, gridColumnStart: 1 },
  covered: { visibility: 'hidden' },
  hinted: { marginBottom: '12px' },
  plain: { marginBottom: '4px' },
});

/** A field with a line reserved for its message, which replaces the hint if there is one. */
export function MessageField(
  props: Pick<ComponentProps<typeof Field>, 'label' | 'required' | 'className' | 'children'> & {
    hint?: string | undefined;
    /** Reason why the value is refused. */
    error: string | undefined;
  },
) {
  const s = useStyles();
  const { hint, error, className, ...field } = props;
  const place = props.label === undefined ? s.second : s.third;
  return (
    <Field
      {...field}
      className={mergeClasses(
        s.root,
        props.label === undefined ? s.bare : s.labelled,
        hint === undefined ? s.plain : s.hinted,
        className,
      )}
      validationState={error === undefined ? 'none' : 'error'}
      {...(error === undefined
        ? {}
        : {
            validationMessage: { children: error, className: place },
            validationMessageIcon: <ErrorCircle12Filled />,
          })}
      {...(hint === undefined
        ? {}
        : { hint: { children: hint, className: mergeClasses(place, error !== undefined && s.covered) } })}
    />
  );
}
