import type { Directory, Node } from '../../generated/types';
import { documentNow, flowStyle, runNow, useDocument, useRun } from '../../store';
import { resultsTexts } from './texts';

/** Names of channels by their ids, such as "r1 to r2". */
export function useChannelNames(): (id: string) => string {
  const directory = useRun((r) => r.directory);
  const nodes = useDocument((d) => d.nodes);
  return (id) => channelName(id, directory, nodes);
}

function channelName(id: string, directory: Directory | null, nodes: readonly Node[]): string {
  const channel = directory?.channels.find((c) => c.id === id);
  const of = (node: string) => nodes.find((n) => n.id === node)?.name || node;
  return channel ? resultsTexts.channel(of(channel.from), of(channel.to)) : id;
}

/** The name that the page gives a flow or a channel now, by its id. */
export function nameNow(id: string): string {
  const { directory } = runNow();
  const flow = directory?.flows.findIndex((f) => f.id === id) ?? -1;
  return flow >= 0 ? flowStyle(flow).label : channelName(id, directory, documentNow().nodes);
}
