// Reaches the server past the page's own controls, over a socket of its own, to bring about what a page is to show.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/wire-types').Request} Request */
/** @typedef {import('../../web/wire-types').NewGame} NewGame */

/** Goes to a page of the studio by its fragment. @param {Page} page @param {string} hash */
export async function go(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** @param {Page} page @param {string} point */
export function point(page, point) {
  return page.locator(`.stage [data-point="${point}"]`);
}

/**
 * Asks the server, one message after the other, and gives its answers.
 * @param {Page} page one that has its key
 * @param {Request[]} messages
 * @returns {Promise<any[]>}
 */
export function ask(page, messages) {
  return page.evaluate(
    (messages) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        /** @type {any[]} */
        const answers = [];
        const next = () => {
          if (answers.length < messages.length)
            return socket.send(JSON.stringify({ id: answers.length + 1, ...messages[answers.length] }));
          socket.close();
          resolve(answers);
        };
        socket.onopen = () =>
          socket.send(JSON.stringify({ id: 0, type: 'hello', token: localStorage.getItem('goren.token') }));
        socket.onclose = () => reject(new Error('the connection was closed'));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'refused') reject(new Error(`${JSON.stringify(messages)}: ${JSON.stringify(message.error)}`));
          if (message.type === 'done') answers.push(message);
          if (message.type === 'done' || message.type === 'welcome') next();
        };
      }),
    messages,
  );
}

/**
 * Begins a game, does steps in it, and gives its table.
 * @param {Page} page
 * @param {NewGame} game
 * @param {string[]} [steps]
 * @returns {Promise<string>}
 */
export async function table(page, game, steps = []) {
  const [{ table }] = await ask(page, [{ type: 'create', game }]);
  if (steps.length)
    await ask(page, [
      { type: 'join', table },
      ...steps.map((step) => /** @type {Request} */ ({ type: 'act', table, step })),
    ]);
  return table;
}

/**
 * Opens a text as a study and gives its table.
 * @param {Page} page
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function study(page, text) {
  // The page keeps its key once the server has accepted it.
  await page.waitForFunction(() => localStorage.getItem('goren.token'));
  return page.evaluate(async (body) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token')}` };
    const answer = await (await fetch('/api/open', { method: 'POST', headers, body })).json();
    return answer.games[0].id;
  }, text);
}

/** Imports games into the library, and waits for the end of it. @param {Page} page @param {string} file */
export async function shelve(page, file) {
  // A page that has just been opened has no key yet.
  await page.waitForFunction(() => localStorage.getItem('goren.token'));
  return page.evaluate(async (body) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token')}` };
    let { import: now } = await (await fetch('/api/library/import?name=games.sgf', { method: 'POST', headers, body })).json();
    while (now.state === 'running') ({ import: now } = await (await fetch('/api/library', { headers })).json());
  }, file);
}

/** So many moves in turn that never make a row of three. @param {number} count */
export function scattered(count) {
  /** @type {[string[], string[]]} */
  const sides = [[], []];
  for (let y = 0; y < 15; y++)
    for (let x = 0; x < 15; x++) sides[((x >> 1) + y) & 1].push(`${String.fromCharCode(97 + x)}${y + 1}`);
  return Array.from({ length: count }, (_, i) => sides[i % 2][i >> 1]);
}

/**
 * Hears what the server tells a page; to be called before the page connects.
 * @param {Page} page
 */
export function hear(page) {
  /** @type {any[]} */
  let messages = [];
  let wake = () => {};
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      messages.push(JSON.parse(String(payload)));
      wake();
    }),
  );
  return {
    forget() {
      messages = [];
    },
    /** @param {(message: any) => boolean} fits @param {number} [ms] */
    async until(fits, ms = 20000) {
      const end = Date.now() + ms;
      while (!messages.some(fits)) {
        if (Date.now() > end) throw new Error(`not heard within ${ms} ms: ${fits}`);
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, end - Date.now());
          wake = () => {
            clearTimeout(timer);
            resolve(undefined);
          };
        });
      }
    },
  };
}

/** Black plays h8 and makes two threes: a proof with every kind of reply. */
export const PROOF = `goren-proof 1
rule freestyle
size 15
black h9 h10 i8 j8
white a1 c2 e1 g1
side black
claim win by threats

h8 (g8,k8,f8,l8 h7 * k8)
end
`;

/**
 * Opens a proof and gives its name.
 * @param {Page} page
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function proved(page, text) {
  await page.waitForFunction(() => localStorage.getItem('goren.token'));
  return page.evaluate(async (body) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token')}` };
    const answer = await (await fetch('/api/proofs', { method: 'POST', headers, body })).json();
    return answer.id;
  }, text);
}
