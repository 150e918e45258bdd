import './share.css';
import { Heading, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { EmbedTab } from './EmbedTab';
import { LinkTab } from './LinkTab';

/** Ways to hand on what is on the page. */
export function ShareCard() {
  return (
    <>
      <Heading slot="title">Share this scenario</Heading>
      <Tabs className="share-tabs">
        <TabList className="share-tablist" aria-label="Ways to share">
          <Tab className="share-tab" id="link">
            Link
          </Tab>
          <Tab className="share-tab" id="embed">
            Put into a page
          </Tab>
        </TabList>
        <TabPanel id="link" className="share-panel">
          <LinkTab />
        </TabPanel>
        <TabPanel id="embed" className="share-panel">
          <EmbedTab />
        </TabPanel>
      </Tabs>
    </>
  );
}
