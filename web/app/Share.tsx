import { useState } from 'react';
import { BarButton } from '../ui/Bar';
import { Icon } from '../ui/Icon';
import { later } from '../ui/later';
import { Modal } from '../ui/Modal';
import { shareTexts as t } from './texts';

// The builder of embeds and the QR code load with the share dialog.
const ShareCard = later(() => import('../views/share').then((m) => m.ShareCard), {
  what: () => t.part,
  waiting: () => <div className="progress" role="progressbar" aria-label={t.loading} />,
});

export function Share({ short }: { short: boolean }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <BarButton
        name={t.share}
        icon="share"
        short={short}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Modal label={t.shareThisScenario} overlay="share-overlay" className="share-modal" onClose={close}>
          <div className="card share">
            <ShareCard />
            <button type="button" className="button square share-close" aria-label={t.close} onClick={close}>
              <Icon name="close" />
            </button>
          </div>
        </Modal>
      ) : null}
    </>
  );
}
