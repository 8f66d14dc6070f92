import { makeStyles } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { tokens } from '../../theme/tokens.ts';
import { draggedKind } from './fileDrag.ts';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  veil: {
    position: 'absolute',
    inset: '8px',
    zIndex: 5,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    border: `2px dashed ${tokens.colorCompoundBrandStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBrandBackground2,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
    pointerEvents: 'none',
    '& > svg': { fontSize: '32px' },
  },
});

/** Accepts files of the computer dropped anywhere in it; not if `onFiles` is undefined. */
export function DropArea(props: {
  hint: string;
  onFiles: ((files: File[]) => void) | undefined;
  children: ReactNode;
}) {
  const s = useStyles();
  // Enter and leave events come for every element that is crossed.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) => props.onFiles !== undefined && draggedKind(event) === 'computer';
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the upload button does the same by keyboard
    <div
      className={s.root}
      data-testid="drop-area"
      onDragEnter={(event) => {
        if (!takes(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (takes(event)) event.preventDefault();
      }}
      onDragLeave={(event) => {
        if (!takes(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      }}
      onDrop={(event) => {
        end();
        if (!takes(event)) return;
        event.preventDefault();
        props.onFiles?.([...event.dataTransfer.files]);
      }}
    >
      {props.children}
      {isOver && (
        <div className={s.veil}>
          <ArrowUploadRegular />
          {props.hint}
        </div>
      )}
    </div>
  );
}
