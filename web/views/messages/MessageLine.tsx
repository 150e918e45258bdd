import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { lineTexts as t } from './texts';

/** A message of the page, with a button to close it. */
export function MessageLine({
  bad = false,
  onClose,
  children,
}: {
  bad?: boolean;
  onClose?: () => void;
  children: ReactNode;
}) {
  return (
    <div className={bad ? 'message bad' : 'message'}>
      <div className="message-text">{children}</div>
      {onClose ? (
        <button type="button" className="button small square" aria-label={t.dismiss} onClick={onClose}>
          <Icon name="close" />
        </button>
      ) : null}
    </div>
  );
}
