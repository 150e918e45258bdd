import { useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Modal,
  ModalOverlay,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  ToggleButton,
} from 'react-aria-components';
import { Icon } from '../../app/widgets/Icon';
import type { Experiment } from '../../generated/types';
import { setExplain, useSession } from '../../store';
import { About } from './About';
import { Setup } from './setup/Setup';
import type { Published } from './use-paper';

interface Props {
  document: Experiment;
  published: Published | null;
  onClose?: () => void;
}

/** Beside the figure: what it is, and everything that can be set. */
export function Side({ document, published, onClose }: Props) {
  const [tab, setTab] = useState<'about' | 'setup'>('about');
  const explain = useSession((s) => s.explain);
  return (
    <Tabs
      className="side"
      selectedKey={tab}
      onSelectionChange={(key) => setTab(key as 'about' | 'setup')}
      aria-label="About and setup"
    >
      <div className="side-head">
        <TabList className="tabs" aria-label="About and setup">
          <Tab id="about" className="tab">
            About
          </Tab>
          <Tab id="setup" className="tab">
            Set up
          </Tab>
        </TabList>
        <span className="bar-gap" />
        {tab === 'setup' ? (
          <ToggleButton
            className="button small square"
            aria-label="Explain every setting"
            isSelected={explain}
            onChange={setExplain}
          >
            <Icon name="help" />
          </ToggleButton>
        ) : null}
        {onClose ? (
          <Button className="button small square" aria-label="Close" onPress={onClose}>
            <Icon name="close" />
          </Button>
        ) : null}
      </div>
      <TabPanel id="about" className="side-body">
        <About document={document} published={published} />
      </TabPanel>
      <TabPanel id="setup" className="side-body">
        <Setup document={document} />
      </TabPanel>
    </Tabs>
  );
}

/** The same on a phone: a line at the bottom that unfolds. */
export function SideSheet({ document, published }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button className="sheet-handle">
        <span className="sheet-grip" aria-hidden="true" />
        <span className="sheet-line">
          <strong>{published ? published.experiment.label : 'Experiment'}</strong>
          <span className="secondary">About and setup</span>
          <Icon name="up" />
        </span>
      </Button>
      <ModalOverlay className="sheet-overlay" isDismissable>
        <Modal className="sheet">
          <Dialog className="sheet-dialog" aria-label="About and setup">
            <Side document={document} published={published} onClose={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
