import { createRoot } from 'react-dom/client';
import { startI18n } from './i18n.ts';
import { PhonePage } from './views/phone/PhonePage.tsx';
import './views/phone/phone.css';

const root = document.getElementById('root');
if (root === null) throw new Error('talk/index.html has no root');

await startI18n();
createRoot(root).render(<PhonePage />);
