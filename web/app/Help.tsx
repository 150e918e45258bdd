import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { useCatalogue, useSession } from '../store';
import { session } from '../store/session';
import { KEYS } from './keys';
import { Icon } from './widgets/Icon';
import { Toggle } from './widgets/Toggle';

export function Help() {
  const open = useSession((s) => s.help);
  const shortcuts = useSession((s) => s.shortcuts);
  const version = useCatalogue()?.modelVersion;
  const show = (help: boolean) => session.setState({ help });
  return (
    <DialogTrigger isOpen={open} onOpenChange={show}>
      <Button className="button square" aria-label="Help">
        <Icon name="help" />
      </Button>
      <Popover className="popover help-popover" placement="bottom end">
        <Dialog className="card help">
          <Heading slot="title">How to use it</Heading>
          <p>
            Press play. Select a flow, a link or a node and change it: the run goes on with the change. Undo
            replays the run to the same moment without it.
          </p>
          <div className="key-groups">
            {KEYS.map(({ title, keys }) => (
              <section key={title}>
                <h3>{title}</h3>
                <dl className="keys">
                  {keys.map(([key, does]) => (
                    <div key={key}>
                      <dt>
                        <kbd>{key}</kbd>
                      </dt>
                      <dd>{does}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <Toggle
            label="Single keys as shortcuts"
            value={shortcuts}
            onChange={(on) => session.setState({ shortcuts: on })}
          />
          <div className="help-foot">
            <Button
              className="button framed"
              onPress={() => session.setState({ help: false, presenting: false, tour: 0 })}
            >
              Show the tour
            </Button>
            <Button
              className="button framed"
              onPress={() => session.setState({ help: false, presenting: true })}
            >
              Present
            </Button>
            {version === undefined ? null : <span className="secondary">Model version {version}</span>}
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
