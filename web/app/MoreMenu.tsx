import { type ReactNode, useState } from 'react';
import { useSession } from '../store';
import { session } from '../store/session';
import { barButton } from '../ui/Bar';
import { Icon } from '../ui/Icon';
import { Menu } from '../ui/Menu';
import { Modal } from '../ui/Modal';
import { themeGroups } from '../ui/ThemeButton';
import { Export } from './ExportButton';
import { HelpCard } from './Help';
import { exportButtonTexts, helpTexts, moreTexts as t, topBarTexts } from './texts';

/** What a phone's bar has no room for. */
export function MoreMenu() {
  const [exporting, setExporting] = useState(false);
  const help = useSession((s) => s.help);
  const theme = useSession((s) => s.theme);
  return (
    <>
      <Menu
        label={t.more}
        button={barButton({ name: t.more, icon: 'more', short: true })}
        groups={[
          {
            options: [
              {
                id: 'papers',
                name: topBarTexts.papers,
                onPick: () => session.setState({ page: 'papers' }),
              },
              { id: 'export', name: exportButtonTexts.exportLabel, onPick: () => setExporting(true) },
              { id: 'help', name: helpTexts.help, onPick: () => session.setState({ help: true }) },
            ],
          },
          ...themeGroups(theme).map((group) => ({ ...group, headed: true })),
        ]}
      />
      {exporting ? (
        <Card name={exportButtonTexts.exportLabel} kind="export" onClose={() => setExporting(false)}>
          <Export />
        </Card>
      ) : null}
      {help ? (
        <Card name={helpTexts.title} kind="help" onClose={() => session.setState({ help: false })}>
          <HelpCard />
        </Card>
      ) : null}
    </>
  );
}

interface CardProps {
  name: string;
  kind: string;
  onClose: () => void;
  children: ReactNode;
}

function Card({ name, kind, onClose, children }: CardProps) {
  return (
    <Modal
      label={name}
      overlay="dialog-overlay"
      className={`dialog card ${kind} more-card`}
      onClose={onClose}
    >
      <button type="button" className="button square more-close" aria-label={t.close} onClick={onClose}>
        <Icon name="close" />
      </button>
      {children}
    </Modal>
  );
}
