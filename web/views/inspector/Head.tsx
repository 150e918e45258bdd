import {
  Button,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Select,
  ToggleButton,
} from 'react-aria-components';
import { Icon } from '../../app/widgets/Icon';
import { LineSample } from '../../app/widgets/LineSample';
import type { Scenario } from '../../generated/types';
import { countWords } from '../../scenario/group';
import type { Selection } from '../../store';
import {
  duplicateSelected,
  flowIndexOf,
  flowStyle,
  removeSelected,
  select,
  selected,
  setExplain,
  useCatalogue,
  useDocument,
  useSession,
} from '../../store';

/** What is selected, a way to select something else without a pointer, and what can be done with it. */
export function Head({ onClose }: { onClose?: () => void }) {
  const selection = useSession((s) => s.selection);
  const scenario = useDocument((d) => d);
  useCatalogue();
  const more = useSession((s) => s.more);
  const several = more.length > 0;
  const style = selection?.kind === 'flow' && !several ? flowStyle(flowIndexOf(selection.id)) : null;
  const what = several ? 'all of them' : selection?.kind;
  const { title, detail } = several
    ? { title: 'Several', detail: countWords(selected()) }
    : headline(scenario, selection);
  return (
    <div className="inspector-head">
      {style ? <LineSample style={style} /> : null}
      <Select
        aria-label="Selected"
        className="what"
        value={selection ? `${selection.kind} ${selection.id}` : 'scenario'}
        onChange={(key) => select(parse(String(key)))}
      >
        <Button className="picker what-button">
          <h2>{title}</h2>
          <Icon name="down" />
        </Button>
        <Popover className="popover" placement="bottom start">
          <Things scenario={scenario} />
        </Popover>
      </Select>
      <span className="secondary what-detail">{detail}</span>
      <Explain />
      {selection ? (
        <MenuTrigger>
          <Button className="button small square" aria-label={`More for ${title}`}>
            <Icon name="more" />
          </Button>
          <Popover className="popover" placement="bottom end">
            <Menu className="options" aria-label={`More for ${title}`}>
              <MenuItem className="option" onAction={duplicateSelected}>
                Duplicate {what}
              </MenuItem>
              <MenuItem className="option" onAction={removeSelected}>
                Remove {what}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      ) : null}
      {onClose ? (
        <Button className="button small square" aria-label="Close" onPress={onClose}>
          <Icon name="close" />
        </Button>
      ) : null}
    </div>
  );
}

/** What each setting means, below it: a tip needs a pointer, and a phone has none. */
function Explain() {
  const explain = useSession((s) => s.explain);
  return (
    <ToggleButton
      className="button small square"
      aria-label="Explain every setting"
      isSelected={explain}
      onChange={setExplain}
    >
      <Icon name="help" />
    </ToggleButton>
  );
}

function Things({ scenario }: { scenario: Scenario }) {
  return (
    <ListBox className="options">
      <ListBoxItem className="option" id="scenario">
        Scenario
      </ListBoxItem>
      <ListBoxSection>
        <Header className="options-head">Flows</Header>
        {scenario.flows.map((f) => (
          <ListBoxItem
            key={f.id}
            id={`flow ${f.id}`}
            className="option"
            textValue={flowStyle(flowIndexOf(f.id)).label}
          >
            <span className="option-line">
              <LineSample style={flowStyle(flowIndexOf(f.id))} />
              {flowStyle(flowIndexOf(f.id)).label}
            </span>
          </ListBoxItem>
        ))}
      </ListBoxSection>
      <ListBoxSection>
        <Header className="options-head">Links</Header>
        {scenario.links.map((l) => (
          <ListBoxItem key={l.id} id={`link ${l.id}`} className="option">
            {linkName(scenario, l.id)}
          </ListBoxItem>
        ))}
      </ListBoxSection>
      <ListBoxSection>
        <Header className="options-head">Nodes</Header>
        {scenario.nodes.map((n) => (
          <ListBoxItem key={n.id} id={`node ${n.id}`} className="option">
            {n.name || n.id}
          </ListBoxItem>
        ))}
      </ListBoxSection>
    </ListBox>
  );
}

function parse(key: string): Selection | null {
  const [kind, id] = key.split(' ');
  return (kind === 'flow' || kind === 'link' || kind === 'node') && id ? { kind, id } : null;
}

export function nodeName(scenario: Scenario, id: string): string {
  return scenario.nodes.find((n) => n.id === id)?.name || id;
}

export function linkName(scenario: Scenario, id: string): string {
  const link = scenario.links.find((l) => l.id === id);
  return link ? `${nodeName(scenario, link.a)} – ${nodeName(scenario, link.b)}` : id;
}

function headline(scenario: Scenario, selection: Selection | null): { title: string; detail: string } {
  if (selection?.kind === 'flow') {
    const place = scenario.flows.findIndex((f) => f.id === selection.id);
    const flow = scenario.flows[place];
    if (!flow) return { title: 'Flow', detail: '' };
    const path = `${nodeName(scenario, flow.from)} to ${nodeName(scenario, flow.to)}`;
    return { title: flow.name || `Flow ${place + 1}`, detail: `${path}, from ${flow.startS ?? 0} s` };
  }
  if (selection?.kind === 'link') return { title: linkName(scenario, selection.id), detail: 'link' };
  if (selection?.kind === 'node') {
    const node = scenario.nodes.find((n) => n.id === selection.id);
    return { title: node?.name || selection.id, detail: node?.kind ?? '' };
  }
  return { title: 'Scenario', detail: '' };
}
