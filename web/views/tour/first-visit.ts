/** Whether the tour starts by itself: only on the first visit to the page itself. */
import { session } from '../../store/session';
import { readItem, writeItem } from '../../store/storage';
import { hasWorks } from '../../store/works';

const SEEN = 'droptail.tour';

/** Not in an embed or a frame, not for who follows a link to something, not for who has worked here before. */
export async function startTour(place: { hash: string; framed: boolean }): Promise<void> {
  const { embed, page } = session.getState();
  if (embed || page !== 'lab' || place.framed || place.hash.length > 1) return;
  if (readItem(SEEN) !== null || (await hasWorks().catch(() => false))) return;
  session.setState({ tour: 0 });
}

/** Ends it for good. */
export function endTour(): void {
  session.setState({ tour: null });
  writeItem(SEEN, 'seen');
}
