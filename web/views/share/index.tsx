import './share.css';
import { useId, useState } from 'react';
import { TabList, TabPanel } from '../../app/widgets/Tabs';
import { EmbedTab } from './EmbedTab';
import { LinkTab } from './LinkTab';

const TABS = [
  { id: 'link', name: 'Link' },
  { id: 'embed', name: 'Put into a page' },
] as const;

/** Ways to hand on what is on the page. */
export function ShareCard() {
  const name = useId();
  const [tab, setTab] = useState<'link' | 'embed'>('link');
  return (
    <>
      <h2>Share this scenario</h2>
      <TabList
        label="Ways to share"
        className="share-tablist"
        tabClass="share-tab"
        name={name}
        tabs={TABS}
        value={tab}
        onChange={setTab}
      />
      <TabPanel name={name} id={tab} className="share-panel">
        {tab === 'link' ? <LinkTab /> : <EmbedTab />}
      </TabPanel>
    </>
  );
}
