import { useDocument, useRun } from '../../store';
import { resultsTexts } from './texts';

/** Names of channels by their ids, such as "r1 to r2". */
export function useChannelNames(): (id: string) => string {
  const directory = useRun((r) => r.directory);
  const nodes = useDocument((d) => d.nodes);
  return (id) => {
    const channel = directory?.channels.find((c) => c.id === id);
    const of = (node: string) => nodes.find((n) => n.id === node)?.name || node;
    return channel ? resultsTexts.channel(of(channel.from), of(channel.to)) : id;
  };
}
