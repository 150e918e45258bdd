/** All keys of the laboratory, as the sheet under `?` lists them. */
export interface KeyGroup {
  title: string;
  /** Keys, and what they do. */
  keys: readonly (readonly [keys: string, does: string])[];
}

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'Time',
    keys: [
      ['Space', 'Play or pause'],
      ['→  ←', 'One round trip on, or back'],
      ['.', 'One event on'],
      ['L', 'On to the next loss'],
      ['T', 'On to the next timeout'],
      ['M', 'On to the next answer to a mark'],
      ['−  +', 'Slower, faster'],
      ['Home', 'Back to the start'],
      ['End', 'To the end of what is known'],
      ['F', 'Fork: another branch from here'],
      ['W', 'Why: what moved the curve at the crosshair, or now'],
    ],
  },
  {
    title: 'Crosshair in the plots',
    keys: [
      ['→  ←', 'Move it; with Shift further'],
      ['+  −', 'Less time, more time around it'],
      ['Page ↑  ↓', 'Earlier, later'],
      ['0', 'Follow the run again, with all values'],
    ],
  },
  {
    title: '+ and − beside a plot’s title',
    keys: [
      ['+  −', 'Fewer values, more values'],
      ['↑  ↓', 'Higher, lower values; Page ↑ ↓ further'],
      ['0', 'All values'],
    ],
  },
  {
    title: 'Network',
    keys: [
      ['Shift', 'With a press: select several; with a drag: draw a box around them'],
      ['Ctrl A', 'All nodes; all flows or links where one is selected'],
      ['← → ↑ ↓', 'Move the node that has the focus, and what is selected with it'],
      ['Alt', 'With a drag: off the grid'],
      ['Ctrl C  X  V', 'Copy, cut, paste'],
      ['Ctrl D', 'Duplicate'],
      ['Del', 'Delete'],
      ['Ctrl Z', 'Undo'],
      ['Ctrl Shift Z', 'Redo'],
    ],
  },
  {
    title: 'Page',
    keys: [
      ['N', 'New network'],
      ['P', 'Present: large type for a room'],
      ['Esc', 'Leave the presentation; else select nothing'],
      ['?', 'This sheet'],
    ],
  },
];
