import { useId, useState } from 'react';
import { Icon } from '../../app/widgets/Icon';
import { Sheet } from '../../app/widgets/Sheet';
import { TabList, TabPanel } from '../../app/widgets/Tabs';
import type { Experiment } from '../../generated/types';
import { setExplain, useSession } from '../../store';
import { About } from './About';
import { Setup } from './setup/Setup';
import type { Published } from './use-paper';

type Tab = 'about' | 'setup';
const TABS = [
  { id: 'about', name: 'About' },
  { id: 'setup', name: 'Set up' },
] as const;

interface Props {
  document: Experiment;
  published: Published | null;
  onClose?: () => void;
}

/** Beside the figure: what it is, and everything that can be set. */
export function Side({ document, published, onClose }: Props) {
  const name = useId();
  const [tab, setTab] = useState<Tab>('about');
  const explain = useSession((s) => s.explain);
  return (
    <div className="side">
      <div className="side-head">
        <TabList
          label="About and setup"
          className="tabs"
          tabClass="tab"
          name={name}
          tabs={TABS}
          value={tab}
          onChange={setTab}
        />
        <span className="bar-gap" />
        {tab === 'setup' ? (
          <button
            type="button"
            className="button small square"
            aria-label="Explain every setting"
            aria-pressed={explain}
            onClick={() => setExplain(!explain)}
          >
            <Icon name="help" />
          </button>
        ) : null}
        {onClose ? (
          <button type="button" className="button small square" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        ) : null}
      </div>
      <TabPanel name={name} id={tab} className="side-body">
        {tab === 'about' ? (
          <About document={document} published={published} />
        ) : (
          <Setup document={document} />
        )}
      </TabPanel>
    </div>
  );
}

/** The same on a phone. */
export function SideSheet({ document, published }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Sheet
      label="About and setup"
      open={open}
      onOpen={setOpen}
      line={
        <>
          <strong>{published ? published.experiment.label : 'Experiment'}</strong>
          <span className="secondary">About and setup</span>
        </>
      }
    >
      <Side document={document} published={published} onClose={() => setOpen(false)} />
    </Sheet>
  );
}
