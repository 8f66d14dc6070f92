import { PlayerControls } from './PlayerControls.tsx';
import { usePlayer } from './usePlayer.ts';

/** Player for listening in the console. Mount it with a `key` of the sound; it starts by itself. */
export function PlayerBar(props: {
  title: string;
  load: () => Promise<string>;
  /** Length, if known before the sound is loaded. */
  seconds?: number;
  onClose?: () => void;
}) {
  const player = usePlayer(props.load, props.seconds);
  const { title, onClose } = props;
  return <PlayerControls title={title} player={player} {...(onClose === undefined ? {} : { onClose })} />;
}
