import { tokens as fluent } from '@fluentui/react-components';
import { light, type OwnTokens } from './palette.ts';

const own = Object.fromEntries(Object.keys(light.own).map((name) => [name, `var(--${name})`]));

/** Every token as a CSS variable: Fluent's and our own. Use these in `makeStyles`, never a colour value. */
export const tokens = { ...fluent, ...(own as unknown as OwnTokens) };
