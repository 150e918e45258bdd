import { texts } from '../../language/language';

export const controlsTexts = texts({
  en: {
    controls: 'Controls',
    changeIt: 'Change it',
    unknown: (path: string) => `This scenario has no parameter ${path}.`,
  },
  de: {
    controls: 'Steuerung',
    changeIt: 'Ändern',
    unknown: (path) => `Dieses Szenario hat keinen Parameter ${path}.`,
  },
});
