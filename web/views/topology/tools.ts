import { toolsTexts as t } from './texts';

/** What a press in the drawing does. */
export type Tool = 'select' | 'area' | 'host' | 'router' | 'link' | 'flow';

export interface ToolInfo {
  id: Tool;
  name: string;
  /** Its word beside the icon; the others have none. */
  word?: string;
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
    word: t.host,
    hint: t.addHostHint(finger),
    icon: 'M3.5 3.5h9a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  },
  {
    id: 'router',
    name: t.addRouter,
    word: t.router,
    hint: t.addRouterHint(finger),
    icon: 'M8 2.5a5.5 5.5 0 1 0 .01 0',
  },
  {
    id: 'link',
    name: t.drawLink,
    word: t.link,
    hint: t.drawLinkHint(finger),
    icon: 'M1.5 11.5h4v3h-4zM10.5 1.5h4v3h-4zM5 11l6-6.5',
  },
  {
    id: 'flow',
    name: t.addFlow,
    word: t.flow,
    hint: t.addFlowHint(finger),
    icon: 'M1.5 12.5c5 0 2-9 11-9M9.5 1l3.2 2.5L9.5 6',
  },
];
