import { texts } from '../../language/language';

export const transportTexts = texts({
  en: {
    toStart: 'Back to the start',
    step: 'Step',
    event: 'event',
    loss: 'loss',
    nextLoss: 'next loss',
    lossesCovered: 'Answer the lesson’s question first',
    play: 'Play',
    pause: 'Pause',
    playAgain: 'Play again from the start',
    speed: 'Speed',
    ofDuration: (seconds: number) => `of ${seconds}`,
  },
  de: {
    toStart: 'Zurück zum Anfang',
    step: 'Schritt',
    event: 'Ereignis',
    loss: 'Verlust',
    nextLoss: 'nächster Verlust',
    lossesCovered: 'Zuerst die Frage der Lektion beantworten',
    play: 'Abspielen',
    pause: 'Pause',
    playAgain: 'Noch einmal von Anfang an',
    speed: 'Tempo',
    ofDuration: (seconds) => `von ${seconds}`,
  },
});

export const speedTexts = texts({
  en: {
    fastest: 'as fast as possible',
    realTime: 'real time',
    faster: (times: number) => `${times} times real time`,
    slower: (divisor: number) => `1/${divisor} of real time`,
  },
  de: {
    fastest: 'so schnell wie möglich',
    realTime: 'Echtzeit',
    faster: (times) => `${times}-fache Echtzeit`,
    slower: (divisor) => `1/${divisor} der Echtzeit`,
  },
});
