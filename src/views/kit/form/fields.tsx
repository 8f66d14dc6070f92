import {
  Dropdown,
  Input,
  type InputProps,
  makeStyles,
  Option,
  Switch,
  Textarea,
} from '@fluentui/react-components';
import { type ReactNode, useRef } from 'react';
import {
  type Control,
  Controller,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '../../../../contract/language.ts';
import { fieldErrorText } from './errors.ts';
import { MessageField } from './MessageField.tsx';
import { NumberInput } from './NumberInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';

const useStyles = makeStyles({
  wide: { width: '100%', minWidth: 0, boxSizing: 'border-box' },
  switch: { marginLeft: '-8px' },
});

/** Props common to all form fields. `control` is `form.control`. */
export interface FieldProps<V extends FieldValues, O extends FieldValues> {
  control: Control<V, unknown, O>;
  name: FieldPath<V>;
  label: string;
  hint?: string;
  required?: boolean;
}

/**
 * Label, hint and error around any control driven by react-hook-form. A field is marked when it is left after a change,
 * and at saving: not when a person only looks at it, or chooses something else first.
 */
export function FormField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & { children: (field: ControllerRenderProps<V, FieldPath<V>>) => ReactNode },
) {
  const { i18n } = useTranslation();
  const isChanged = useRef(false);
  return (
    <Controller
      control={props.control}
      name={props.name}
      render={({ field, fieldState }) => {
        const error = fieldErrorText(fieldState.error?.message, toLanguage(i18n.language));
        return (
          <MessageField
            label={props.label}
            required={props.required ?? false}
            hint={props.hint}
            error={error}
          >
            {
              props.children({
                ...field,
                onChange(...event) {
                  isChanged.current = true;
                  field.onChange(...event);
                },
                onBlur() {
                  if (isChanged.current) field.onBlur();
                },
              }) as never
            }
          </MessageField>
        );
      }}
    />
  );
}

export function TextField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & Pick<InputProps, 'autoComplete' | 'placeholder' | 'maxLength' | 'disabled'>,
) {
  const { control, name, label, hint, required, ...input } = props;
  const passed = { control, name, label, ...(hint ? { hint } : {}), ...(required ? { required } : {}) };
  return (
    <FormField {...passed}>{(field) => <Input {...input} {...field} value={field.value ?? ''} />}</FormField>
  );
}

/** Field for a password with a button that shows it; pasting is allowed. */
export function PasswordField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & { autoComplete?: 'current-password' | 'new-password' | 'off' },
) {
  return (
    <FormField {...props}>
      {(field) => (
        <PasswordInput {...field} value={field.value ?? ''} autoComplete={props.autoComplete ?? 'off'} />
      )}
    </FormField>
  );
}

export function TextAreaField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & { rows?: number },
) {
  return (
    <FormField {...props}>
      {(field) => <Textarea {...field} value={field.value ?? ''} rows={props.rows ?? 4} resize="vertical" />}
    </FormField>
  );
}

/** Field for a number in `min`…`max`. */
export function NumberField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & { min: number; max: number; step?: number },
) {
  const s = useStyles();
  return (
    <FormField {...props}>
      {({ value, onChange, ref, ...field }) => (
        <NumberInput
          {...field}
          inputRef={ref}
          className={s.wide}
          value={value ?? null}
          min={props.min}
          max={props.max}
          step={props.step ?? 1}
          onChange={(number) => onChange(number ?? Number.NaN)}
        />
      )}
    </FormField>
  );
}

/** Field for one of a few values; `options` in the order shown. */
export function SelectField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & {
    /** `reason`: why the option is disabled. */
    options: readonly { value: string | number | null; label: string; reason?: string | undefined }[];
  },
) {
  const s = useStyles();
  return (
    <FormField {...props}>
      {({ value, onChange, ref, ...field }) => {
        const chosen = props.options.find((option) => option.value === value);
        return (
          <Dropdown
            {...field}
            ref={ref}
            className={s.wide}
            value={chosen?.label ?? ''}
            selectedOptions={chosen === undefined ? [] : [String(chosen.value)]}
            onOptionSelect={(_, data) =>
              onChange(props.options.find((option) => String(option.value) === data.optionValue)?.value)
            }
          >
            {props.options.map((option) => (
              <Option
                key={String(option.value)}
                value={String(option.value)}
                text={option.label}
                disabled={option.reason !== undefined}
                {...(option.reason === undefined ? {} : { title: option.reason })}
              >
                {option.label}
              </Option>
            ))}
          </Dropdown>
        );
      }}
    </FormField>
  );
}

export function SwitchField<V extends FieldValues, O extends FieldValues>(props: FieldProps<V, O>) {
  const s = useStyles();
  return (
    <FormField {...props}>
      {({ value, onChange, ...field }) => (
        <Switch
          {...field}
          className={s.switch}
          checked={value === true}
          onChange={(_, data) => onChange(data.checked)}
        />
      )}
    </FormField>
  );
}
