// Says so when the page cannot start: which file is missing, and what to do. A classic script of its own, since it has to be there when
// the page's modules are not; once the application runs, it has nothing more to say.
(() => {
  /** @type {string[]} Files that were asked for early and did not arrive. */
  const missing = [];
  const nameOf = (/** @type {string} */ url) => /[^/]*$/.exec(new URL(url).pathname)?.[0] || url;

  /** @param {string} title @param {string} words */
  function tell(title, words) {
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
    // Without its style sheet the page is a heap of parts, which nobody could use.
    document.getElementById('root')?.setAttribute('hidden', '');
  }

  // A sandboxed frame asks for modules and style sheets as a stranger: whoever serves them has to allow it.
  const sandbox =
    'It stands in a sandbox without an origin: the server that has its files must send “Access-Control-Allow-Origin: *” with them, or the page around it must allow its origin (allow-same-origin).';
  const network =
    'There may be no network, or the server has another version by now. What you have made is kept in this browser.';
  const file =
    'Browsers load no modules from a folder: open standalone.html beside it, which is the whole page in one file.';
  const why = location.protocol === 'file:' ? file : self.origin === 'null' ? sandbox : network;

  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLLinkElement) {
        if (target.rel === 'modulepreload') missing.push(nameOf(target.href));
        if (target.rel === 'stylesheet')
          whenParsed(() =>
            tell('The page looks wrong.', `${nameOf(target.href)} could not be loaded. ${why}`),
          );
      } else if (target instanceof HTMLScriptElement) {
        // It only makes the page work offline.
        if (target.src.endsWith('/register-sw.js')) return;
        const files = missing.length > 0 ? missing : [nameOf(target.src)];
        whenParsed(() =>
          tell('Droptail could not start.', `${files.join(', ')} could not be loaded. ${why}`),
        );
      } else if (event instanceof ErrorEvent) {
        const { message } = event;
        whenParsed(() =>
          tell(
            'Droptail could not start.',
            `This browser may be too old for it: ${message}. Try it in another one.`,
          ),
        );
      }
    },
    true,
  );

  /** @param {() => void} call */
  function whenParsed(call) {
    if (document.getElementById('startup')) call();
    else document.addEventListener('DOMContentLoaded', call);
  }
})();
