import { createRoot } from 'react-dom/client';
import { Engine } from './engine.ts';
import { replaceTexts, startI18n } from './i18n.ts';
import { App } from './screens/App.tsx';
import { Insecure } from './screens/Insecure.tsx';
import { Missing } from './screens/Missing.tsx';
import './styles.css';

await startI18n();
void replaceTexts();
// Shows a message when the server cannot be reached (scripts/web/serviceWorker.js); a browser without workers goes without.
if (document.documentElement.dataset.build !== undefined)
  navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
const root = createRoot(document.getElementById('root') as HTMLElement);
if (!window.isSecureContext) root.render(<Insecure />);
else if (!('AudioWorkletNode' in window) || !('AudioDecoder' in window)) root.render(<Missing />);
else root.render(<App engine={new Engine()} />);
