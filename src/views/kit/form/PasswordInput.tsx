import { Button, Input, type InputProps } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A password field with a button that shows the password. */
export function PasswordInput(props: InputProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const label = t(isShown ? 'kit.hidePassword' : 'kit.showPassword');
  return (
    <Input
      {...(props as object)}
      type={isShown ? 'text' : 'password'}
      contentAfter={
        <Button
          appearance="transparent"
          size="small"
          icon={isShown ? <EyeOffRegular /> : <EyeRegular />}
          aria-label={label}
          title={label}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
