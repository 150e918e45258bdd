import { texts } from '../../language/language';

export const controlsTexts = texts({
  en: {
    controls: 'Controls',
    changeIt: 'Change it',
    slider: (name: string, owner: string) => `${name}, ${owner}: slider`,
    now: (value: string) => `now ${value}`,
    first: (value: string) => `start ${value}`,
    bdp: (value: string) => `BDP ${value}`,
    editScript: 'Edit the script',
    unknown: (path: string) => `This scenario has no parameter ${path}.`,
  },
  de: {
    controls: 'Steuerung',
    changeIt: 'Ändern',
    slider: (name, owner) => `${name}, ${owner}: Schieber`,
    now: (value) => `jetzt ${value}`,
    first: (value) => `Beginn ${value}`,
    bdp: (value) => `BDP ${value}`,
    editScript: 'Skript bearbeiten',
    unknown: (path) => `Dieses Szenario hat keinen Parameter ${path}.`,
  },
});
