import '../generated/font.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/layout.css';
import '../styles/messages.css';
import '../styles/splitter.css';
import '../styles/phone.css';
import '../styles/inspector.css';
import '../styles/picker.css';
import '../styles/lesson.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { boot } from './boot';

/** Puts the application on the page. */
export function mount(): void {
  boot();
  // The message of startup.js about a style sheet stays.
  document.querySelector('#startup:not(.failed)')?.remove();

  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
