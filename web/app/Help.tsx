import { useSession } from '../store';
import { session } from '../store/session';
import { Icon } from '../ui/Icon';
import { later } from '../ui/later';
import { Popup } from '../ui/Popup';
import { helpTexts as t } from './texts';

export const HelpCard = later(() => import('./HelpCard').then((m) => m.HelpCard), { what: () => t.part });

export function Help() {
  const open = useSession((s) => s.help);
  const show = (help: boolean) => session.setState({ help });
  return (
    <Popup
      label={t.title}
      className="card help help-popover"
      open={open}
      onOpen={show}
      button={{ className: 'button square', 'aria-label': t.help, children: <Icon name="help" /> }}
    >
      <HelpCard />
    </Popup>
  );
}
