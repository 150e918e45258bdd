import { lazy, Suspense, useState } from 'react';
import { Icon } from './widgets/Icon';
import { Modal } from './widgets/Modal';

// The builder of embeds and the QR code come when somebody shares.
const ShareCard = lazy(() => import('../views/share').then(({ ShareCard }) => ({ default: ShareCard })));

export function Share({ short }: { short: boolean }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={short ? 'button square' : 'button'}
        aria-label={short ? 'Share' : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="share" />
        {short ? null : 'Share'}
      </button>
      {open ? (
        <Modal label="Share this scenario" overlay="share-overlay" className="share-modal" onClose={close}>
          <div className="card share">
            <Suspense fallback={<div className="progress" role="progressbar" aria-label="Loading" />}>
              <ShareCard />
            </Suspense>
            <button type="button" className="button square share-close" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
        </Modal>
      ) : null}
    </>
  );
}
