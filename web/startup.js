// Shows a message if the page cannot start: which file is missing, and what to do. It is a classic script, because it has to work when the
// page's modules could not be loaded. Once the application runs, it does nothing.
(() => {
  /** @type {string[]} Preloaded files that could not be loaded. */
  const missing = [];
  const nameOf = (/** @type {string} */ url) => /[^/]*$/.exec(new URL(url).pathname)?.[0] || url;

  /** @param {string} title @param {string} words */
  function show(title, words) {
    const place = document.getElementById('startup');
    if (!place || place.classList.contains('failed')) return;
    document.documentElement.dataset.theme ??= matchMedia('(prefers-color-scheme: dark)').matches
      ? 'dark'
      : 'light';
    place.classList.add('failed');
    place.setAttribute('role', 'alert');
    const heading = document.createElement('strong');
    heading.textContent = title;
    const text = document.createElement('p');
    text.append(heading, ` ${words}`);
    const again = document.createElement('button');
    again.type = 'button';
    again.className = 'button framed';
    again.textContent = 'Try again';
    again.addEventListener('click', () => location.reload());
    place.replaceChildren(text, again);
    // Without its style sheet the page is unusable.
    document.getElementById('root')?.setAttribute('hidden', '');
  }

  // A sandboxed frame has no origin, so the server must allow its requests for modules and style sheets.
  const sandbox =
    'It runs in a sandboxed frame without an origin. Either its server must send “Access-Control-Allow-Origin: *” with its files, or the page that contains the frame must set allow-same-origin.';
  const network =
    'The network may be down, or the server may have a newer version of the page. Nothing you made is lost.';
  const file =
    'Browsers do not load modules from local files. Open standalone.html in the same folder instead: it is the whole page in one file.';
  const why = location.protocol === 'file:' ? file : self.origin === 'null' ? sandbox : network;

  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLLinkElement) {
        if (target.rel === 'modulepreload') missing.push(nameOf(target.href));
        if (target.rel === 'stylesheet')
          whenParsed(() =>
            show('The page could not be displayed.', `${nameOf(target.href)} could not be loaded. ${why}`),
          );
      } else if (target instanceof HTMLScriptElement) {
        // The page works without it, except offline.
        if (target.src.endsWith('/register-sw.js')) return;
        tellMissing(nameOf(target.src));
      } else if (event instanceof ErrorEvent) tellFault(event.message);
    },
    true,
  );
  // A module that main.ts imports: the browser's message contains its address.
  addEventListener('unhandledrejection', ({ reason }) => {
    const message = String(reason?.message ?? reason);
    const file = /https?:\S+\.js/.exec(message)?.[0];
    if (file || missing.length > 0) tellMissing(nameOf(file ?? location.href));
    else tellFault(message);
  });

  /** @param {string} file the file that was requested; it may have loaded, and one that it imports may have failed */
  function tellMissing(file) {
    const files = missing.length > 0 ? missing : [file];
    whenParsed(() => show('Droptail could not start.', `${files.join(', ')} could not be loaded. ${why}`));
  }

  /** @param {string} message */
  function tellFault(message) {
    const words = `This browser may be too old: ${message}. Try another browser.`;
    whenParsed(() => show('Droptail could not start.', words));
  }

  /** @param {() => void} call */
  function whenParsed(call) {
    if (document.getElementById('startup')) call();
    else document.addEventListener('DOMContentLoaded', call);
  }
})();
