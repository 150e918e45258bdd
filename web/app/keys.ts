/** All keys of the laboratory, as the sheet under `?` lists them. */
export interface KeyGroup {
  title: string;
  keys: { keys: string; does: string }[];
}

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'Time',
    keys: [
      { keys: 'Space', does: 'Play or pause' },
      { keys: '→  ←', does: 'One round trip on, or back' },
      { keys: '.', does: 'One event on' },
      { keys: 'L', does: 'On to the next loss' },
      { keys: 'T', does: 'On to the next timeout' },
      { keys: 'M', does: 'On to the next answer to a mark' },
      { keys: '−  +', does: 'Slower, faster' },
      { keys: 'Home', does: 'Back to the start' },
      { keys: 'End', does: 'To the end of what is known' },
      { keys: 'F', does: 'Fork: another future from here' },
      { keys: 'W', does: 'Why: what moved the curve at the crosshair, or now' },
    ],
  },
  {
    title: 'Network',
    keys: [
      { keys: 'Shift', does: 'With a press: select several; with a drag: draw a box around them' },
      { keys: 'Ctrl A', does: 'All nodes; all flows or links where one is selected' },
      { keys: '← → ↑ ↓', does: 'Move the node that has the focus, and what is selected with it' },
      { keys: 'Alt', does: 'With a drag: off the grid' },
      { keys: 'Ctrl C  X  V', does: 'Copy, cut, paste' },
      { keys: 'Ctrl D', does: 'Duplicate' },
      { keys: 'Del', does: 'Delete' },
      { keys: 'Ctrl Z', does: 'Undo' },
      { keys: 'Ctrl Shift Z', does: 'Redo' },
    ],
  },
  {
    title: 'Page',
    keys: [
      { keys: 'N', does: 'New network' },
      { keys: 'P', does: 'Present: large type for a room' },
      { keys: 'Esc', does: 'Leave the presentation; else select nothing' },
      { keys: '?', does: 'This sheet' },
    ],
  },
];
