import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet zone that readers need, modules. */
const QUIET = 4;

const useStyles = makeStyles({
  // Dark on white in every theme: many phones read no inverted code.
  root: { display: 'block', width: '100%', maxWidth: '232px', backgroundColor: '#ffffff' },
});

/** QR code of a text. */
export function QrCode(props: { text: string; label: string }) {
  const s = useStyles();
  const { size, path } = useMemo(() => {
    const code = encode(props.text, { ecc: 'M', border: QUIET });
    const squares = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size: code.size, path: squares.join('') };
  }, [props.text]);
  return (
    <svg
      className={s.root}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={props.label}
      data-testid="qr-code"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000000" />
    </svg>
  );
}
