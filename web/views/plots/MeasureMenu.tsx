import './plot.css';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import { Icon } from '../../app/widgets/Icon';
import { setMeasures, useRun, useSession } from '../../store';
import { chosenMeasures, measuresOf } from './measures';

/** Which measures of fairness the plot shows; stands in its title, where more than one is recorded. */
export function MeasureMenu() {
  const directory = useRun((r) => r.directory);
  const chosen = useSession((s) => s.measures);
  const recorded = measuresOf(directory);
  const shown = chosenMeasures(recorded, chosen);
  const words = shown.map((m) => m.name).join(', ');
  if (recorded.length < 2) return <span>{words}</span>;
  return (
    <MenuTrigger>
      <Button className="picker measure" aria-label={`Measures of fairness: ${words}`}>
        {words}
        <Icon name="down" />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu
          className="options"
          aria-label="Measures of fairness"
          selectionMode="multiple"
          disallowEmptySelection
          selectedKeys={shown.map((m) => m.kind)}
          onSelectionChange={(keys) =>
            setMeasures(keys === 'all' ? recorded.map((m) => m.kind) : [...keys].map(String))
          }
        >
          {recorded.map((m) => (
            <MenuItem key={m.kind} id={m.kind} className="option ticked" textValue={m.name}>
              <Text slot="label">{m.name}</Text>
              <Text slot="description" className="secondary">
                {m.summary}
              </Text>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
