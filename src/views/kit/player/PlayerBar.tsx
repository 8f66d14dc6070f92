import { PlayerControls } from './PlayerControls.tsx';
import { usePlayer } from './usePlayer.ts';

/** Listening in the console. Mount it with a `key` of what is to be heard; it begins by itself. */
export function PlayerBar(props: {
  title: string;
  load: () => Promise<string>;
  /** Length, where it is known before the sound is there. */
  seconds?: number;
  onClose?: () => void;
}) {
  const player = usePlayer(props.load, props.seconds);
  const { title, onClose } = props;
  return <PlayerControls title={title} player={player} {...(onClose === undefined ? {} : { onClose })} />;
}
