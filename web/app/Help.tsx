import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { useCatalogue, useSession } from '../store';
import { session } from '../store/session';
import { SHORTCUTS } from './shortcuts';
import { Icon } from './widgets/Icon';
import { Toggle } from './widgets/Toggle';

export function Help() {
  const shortcuts = useSession((s) => s.shortcuts);
  const version = useCatalogue()?.modelVersion;
  return (
    <DialogTrigger>
      <Button className="button square" aria-label="Help">
        <Icon name="help" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="card">
          <Heading slot="title">How to use it</Heading>
          <p>
            Press play. Select a flow, a link or a node and change it: the run goes on with the change. Undo
            replays the run to the same moment without it.
          </p>
          <dl className="keys">
            {SHORTCUTS.map(({ keys, does }) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <Toggle
            label="Single keys as shortcuts"
            value={shortcuts}
            onChange={(on) => session.setState({ shortcuts: on })}
          />
          {version === undefined ? null : <p className="secondary">Model version {version}</p>}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
