import type { ReactNode } from 'react';
import type { Scenario } from '../../generated/types';
import { countText } from '../../scenario/group';
import { linkName, nodeName } from '../../scenario/names';
import { thingTexts } from '../../scenario/texts';
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
import { Icon } from '../../ui/Icon';
import { LineSample } from '../../ui/LineSample';
import { Menu } from '../../ui/Menu';
import { type OptionGroup, Options } from '../../ui/Options';
import { Popup } from '../../ui/Popup';
import { headTexts as t } from './texts';

/** The selection with a picker and actions. */
export function Head({ onClose }: { onClose?: () => void }) {
  const selection = useSession((s) => s.selection);
  const scenario = useDocument((d) => d);
  useCatalogue();
  const more = useSession((s) => s.more);
  const several = more.length > 0;
  const style = selection?.kind === 'flow' && !several ? flowStyle(flowIndexOf(selection.id)) : null;
  const what = several ? t.allOfThem : selection ? thingTexts.one[selection.kind] : '';
  const { title, detail } = several
    ? { title: t.several, detail: countText(selected()) }
    : headline(scenario, selection);
  return (
    <div className="inspector-head">
      {style ? <LineSample style={style} /> : null}
      <h2 className="what">
        <Popup
          role="listbox"
          side="start"
          button={{
            className: 'picker what-button',
            'aria-label': t.selectedName(title),
            children: (
              <>
                <span>{title}</span>
                <Icon name="down" />
              </>
            ),
          }}
        >
          {(close) => (
            <Options
              role="listbox"
              label={t.selected}
              groups={selectionOptions(
                scenario,
                selection ? `${selection.kind} ${selection.id}` : 'scenario',
              )}
              onClose={close}
            />
          )}
        </Popup>
      </h2>
      <span className="secondary what-detail">{detail}</span>
      <Explain />
      {selection ? (
        <Menu
          label={t.moreFor(title)}
          button={{
            className: 'button small square',
            'aria-label': t.moreFor(title),
            children: <Icon name="more" />,
          }}
          groups={[
            {
              options: [
                { id: 'duplicate', name: t.duplicate(what), onPick: duplicateSelected },
                { id: 'remove', name: t.remove(what), onPick: removeSelected },
              ],
            },
          ]}
        />
      ) : null}
      {onClose ? (
        <button type="button" className="button small square" aria-label={t.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      ) : null}
    </div>
  );
}

/** Gives the focus to the head of the inspector that something is in. */
export function focusHead(inside: Element): void {
  inside.closest('.inspector')?.querySelector<HTMLElement>('.what-button')?.focus();
}

/** A switch that shows explanations below each parameter, because phones have no tooltips. */
function Explain() {
  const explain = useSession((s) => s.explain);
  return (
    <button
      type="button"
      className="button small square"
      aria-label={t.explain}
      aria-pressed={explain}
      onClick={() => setExplain(!explain)}
    >
      <Icon name="help" />
    </button>
  );
}

function FlowName({ id }: { id: string }) {
  const style = flowStyle(flowIndexOf(id));
  return (
    <span className="option-line">
      <LineSample style={style} />
      {style.label}
    </span>
  );
}

/** Everything that can be selected. */
function selectionOptions(scenario: Scenario, chosen: string): OptionGroup[] {
  const option = (key: string, name: ReactNode, selection: Selection | null) => ({
    id: key,
    name,
    on: key === chosen,
    onPick: () => select(selection),
  });
  const group = (label: string, kind: Selection['kind'], members: { id: string; name: ReactNode }[]) => ({
    label,
    headed: true,
    options: members.map(({ id, name }) => option(`${kind} ${id}`, name, { kind, id })),
  });
  return [
    { label: t.all, options: [option('scenario', t.scenario, null)] },
    group(
      t.flows,
      'flow',
      scenario.flows.map(({ id }) => ({ id, name: <FlowName id={id} /> })),
    ),
    group(
      t.links,
      'link',
      scenario.links.map(({ id }) => ({ id, name: linkName(scenario, id) })),
    ),
    group(
      t.nodes,
      'node',
      scenario.nodes.map((n) => ({ id: n.id, name: n.name || n.id })),
    ),
  ];
}

function headline(scenario: Scenario, selection: Selection | null): { title: string; detail: string } {
  if (selection?.kind === 'flow') {
    const place = scenario.flows.findIndex((f) => f.id === selection.id);
    const flow = scenario.flows[place];
    if (!flow) return { title: t.flow, detail: '' };
    const path = t.fromTo(nodeName(scenario, flow.from), nodeName(scenario, flow.to));
    return { title: flow.name || t.flowNamed(place + 1), detail: t.fromS(path, flow.startS ?? 0) };
  }
  if (selection?.kind === 'link')
    return { title: linkName(scenario, selection.id), detail: thingTexts.one.link };
  if (selection?.kind === 'node') {
    const node = scenario.nodes.find((n) => n.id === selection.id);
    return { title: node?.name || selection.id, detail: node ? thingTexts.one[node.kind] : '' };
  }
  return { title: t.scenario, detail: '' };
}
