import { Input } from '@fluentui/react-components';
import { useState } from 'react';

const SEPARATOR = ', ';

/** Splits typed addresses at commas and blanks. */
export const peersOf = (text: string): string[] => text.split(/[\s,，;]+/).filter((one) => one !== '');

/** Input for a list of IP addresses, typed with commas between them. */
export function PeersInput(props: {
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
}) {
  const { value, onChange, onBlur, ...rest } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      value={typed ?? value.join(SEPARATOR)}
      placeholder="10.0.0.5, 10.0.0.6"
      autoComplete="off"
      onChange={(_, data) => {
        setTyped(data.value);
        onChange(peersOf(data.value));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}
