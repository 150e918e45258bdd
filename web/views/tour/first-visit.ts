/** Whether the tour starts by itself: only on the first visit to the page itself. */
import { session } from '../../store/session';
import { readItem, writeItem } from '../../store/storage';
import { hasWorks } from '../../store/works';

const SEEN_KEY = 'droptail.tour';

/** Starts the tour, except in embeds and frames, for visitors who follow a link, and for visitors with saved work. */
export async function startTour(place: { hash: string; framed: boolean }): Promise<void> {
  const { embed, page } = session.getState();
  if (embed || page !== 'lab' || place.framed || place.hash.length > 1) return;
  if (readItem(SEEN_KEY) !== null || (await hasWorks().catch(() => false))) return;
  session.setState({ tour: 0 });
}

/** Ends the tour, which will not start again. */
export function endTour(): void {
  session.setState({ tour: null });
  writeItem(SEEN_KEY, 'seen');
}
