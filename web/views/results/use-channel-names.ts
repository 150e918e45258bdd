import { useDocument, useRun } from '../../store';

/** Names of channels by their ids, as from where to where. */
export function useChannelNames(): (id: string) => string {
  const directory = useRun((r) => r.directory);
  const nodes = useDocument((d) => d.nodes);
  return (id) => {
    const channel = directory?.channels.find((c) => c.id === id);
    const of = (node: string) => nodes.find((n) => n.id === node)?.name || node;
    return channel ? `${of(channel.from)} to ${of(channel.to)}` : id;
  };
}
