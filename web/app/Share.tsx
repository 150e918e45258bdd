import { lazy, Suspense } from 'react';
import { Button, Dialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { Icon } from './widgets/Icon';

// The builder of embeds and the QR code come when somebody shares.
const ShareCard = lazy(() => import('../views/share').then(({ ShareCard }) => ({ default: ShareCard })));

export function Share({ short }: { short: boolean }) {
  return (
    <DialogTrigger>
      <Button className={short ? 'button square' : 'button'} {...(short ? { 'aria-label': 'Share' } : {})}>
        <Icon name="share" />
        {short ? null : 'Share'}
      </Button>
      <ModalOverlay className="share-overlay" isDismissable>
        <Modal className="share-modal">
          <Dialog className="card share" aria-label="Share this scenario">
            {({ close }) => (
              <>
                <Suspense fallback={<div className="progress" role="progressbar" aria-label="Loading" />}>
                  <ShareCard />
                </Suspense>
                <Button className="button square share-close" aria-label="Close" onPress={close}>
                  <Icon name="close" />
                </Button>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
