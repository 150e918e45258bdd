import { toolsTexts as t } from './texts';

/** What a press in the drawing does. */
export type Tool = 'select' | 'area' | 'host' | 'router' | 'link' | 'flow';

export interface ToolInfo {
  id: Tool;
  name: string;
  /** What to do next, shown while the tool is selected. */
  hint: string;
  /** Path of a 16-pixel icon. */
  icon: string;
}

/** @param finger whether the page is used with a finger */
export const tools = (finger: boolean): readonly ToolInfo[] => [
  { id: 'select', name: t.selectAndMove, hint: '', icon: 'M4 2l8.5 7.2-4 .4L6.3 13z' },
  {
    id: 'area',
    name: t.selectSeveral,
    hint: t.selectSeveralHint(finger),
    icon: 'M2.5 5V2.5H5M7 2.5h2M11 2.5h2.5V5M13.5 7v2M13.5 11v2.5H11M9 13.5H7M5 13.5H2.5V11M2.5 9V7',
  },
  {
    id: 'host',
    name: t.addHost,
    hint: t.addHostHint(finger),
    icon: 'M2.5 4.5h8v7h-8zM13 1.5v5M10.5 4h5',
  },
  {
    id: 'router',
    name: t.addRouter,
    hint: t.addRouterHint(finger),
    icon: 'M6.5 4a4.3 4.3 0 1 0 .01 0M13 1.5v5M10.5 4h5',
  },
  {
    id: 'link',
    name: t.drawLink,
    hint: t.drawLinkHint(finger),
    icon: 'M1.5 11.5h4v3h-4zM10.5 1.5h4v3h-4zM5 11l6-6.5',
  },
  {
    id: 'flow',
    name: t.addFlow,
    hint: t.addFlowHint(finger),
    icon: 'M1.5 12.5c5 0 2-9 11-9M9.5 1l3.2 2.5L9.5 6',
  },
];
