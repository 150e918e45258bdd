import { lazy, Suspense } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Icon } from './widgets/Icon';

// Whoever takes nothing away need not load how.
const Export = lazy(() => import('../views/export'));

export function ExportButton({ short }: { short: boolean }) {
  return (
    <DialogTrigger>
      <Button className={short ? 'button square' : 'button'} {...(short ? { 'aria-label': 'Export' } : {})}>
        <Icon name="file" />
        {short ? null : 'Export'}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="card export" aria-label="Export">
          <Suspense fallback={<p className="secondary">Loading …</p>}>
            <Export />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
