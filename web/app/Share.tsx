import { useState } from 'react';
import { Icon } from '../ui/Icon';
import { later } from '../ui/later';
import { Modal } from '../ui/Modal';

// The builder of embeds and the QR code come when somebody shares.
const ShareCard = later(() => import('../views/share').then((m) => m.ShareCard), {
  what: 'The card for sharing',
  waiting: <div className="progress" role="progressbar" aria-label="Loading" />,
});

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
            <ShareCard />
            <button type="button" className="button square share-close" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
        </Modal>
      ) : null}
    </>
  );
}
