'use strict';

const MOST_CHARACTERS = 1_000_000;
const MOST_PROBLEMS = 50;
const PAUSE = 60;
const VIEWS = { sheets: ['--html'], board: ['--board'], explain: ['--to', 'explain'], stats: ['stats', '--html'] };
const BALLS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'F'];
const BALL_NAMES = { X: 'strike', '/': 'spare', '-': 'no pins', F: 'foul', 1: 'pin' };

const $ = (id) => document.getElementById(id);
const element = (name, text = '') => Object.assign(document.createElement(name), { textContent: text });
const encoder = new TextEncoder();
// The form has the games, the rules and the view.
const form = $('form');
const games = form.games;

/* The program: a process of WASI that has arguments and standard streams, and nothing else. */

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const program = through(fromBase64($('program').textContent), new DecompressionStream('gzip')).then(WebAssembly.compile);

const EXIT = Symbol('exit');

/** What the process may ask of its system. Every call that is not here fails. */
function system(args, input, memory, written) {
  const BAD_DESCRIPTOR = 8;
  const words = args.map((word) => encoder.encode(`${word}\0`));
  const bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  const get = (at) => new DataView(memory().buffer).getUint32(at, true);
  const set = (at, number) => new DataView(memory().buffer).setUint32(at, number, true);
  const calls = {
    args_sizes_get(count, size) {
      set(count, words.length);
      set(size, words.reduce((sum, word) => sum + word.length, 0));
    },
    args_get(pointers, at) {
      words.forEach((word, i) => {
        set(pointers + 4 * i, at);
        bytes(at, word.length).set(word);
        at += word.length;
      });
    },
    environ_sizes_get: (count, size) => { set(count, 0); set(size, 0); },
    random_get: (at, length) => { crypto.getRandomValues(bytes(at, length)); },
    clock_time_get: (_clock, _precision, at) => { bytes(at, 8).fill(0); },
    // Of several buffers the first is enough.
    fd_read(_file, buffer, _count, size) {
      const part = input.subarray(0, get(buffer + 4));
      bytes(get(buffer), part.length).set(part);
      input = input.subarray(part.length);
      set(size, part.length);
    },
    fd_write(file, buffer, _count, size) {
      written[file].push(bytes(get(buffer), get(buffer + 4)).slice());
      set(size, get(buffer + 4));
    },
    proc_exit() { throw EXIT; },
  };
  return new Proxy({}, { get: (_, name) => (...given) => (name in calls ? calls[name](...given) ?? 0 : BAD_DESCRIPTOR) });
}

/** Runs the program, and returns what it writes. */
async function run(args, input) {
  const [written, memory] = [{ 1: [], 2: [] }, () => instance.exports.memory];
  const wasi = system(['bowling', ...args], typeof input === 'string' ? encoder.encode(input) : input, memory, written);
  const instance = await WebAssembly.instantiate(await program, { wasi_snapshot_preview1: wasi });
  try {
    instance.exports._start();
  } catch (end) {
    if (end !== EXIT) throw end;
  }
  const text = (parts) => new Blob(parts).text();
  return { out: await text(written[1]), err: await text(written[2]) };
}

/* Scoring. */

const rules = () => ['--rules', form.rules.value];
const plural = (number, one) => `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
const say = (message) => { $('status').textContent = message; };
let [isScoring, isChanged] = [false, false];

/** Scores the games and shows the result, and again if they change meanwhile. */
async function score() {
  isChanged = true;
  if (isScoring) return;
  isScoring = true;
  while (isChanged) {
    isChanged = false;
    await scoreOnce(games.value).catch((error) => say(`The program failed: ${error.message}`));
  }
  isScoring = false;
}

async function scoreOnce(text) {
  if (text.length > MOST_CHARACTERS) return say(`This page takes up to ${plural(MOST_CHARACTERS, 'character')}`);
  const { err } = await check(text);
  // A large page takes longer than a key: it is made when no more keys come.
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (isChanged) return;
  const result = await run([...VIEWS[form.view.value], ...rules()], text);
  if (result.err !== err) showProblems(locate(result.err, text), text);
  await showOutput(result.out);
}

/** Scores the games, and says how many there are and what is wrong with them. */
async function check(text) {
  const totals = await run(rules(), text);
  const number = totals.out.split('\n').length - 1;
  const problems = locate(totals.err, text);
  const wrong = problems.filter(({ place }) => place).length;
  say(number + wrong ? plural(number, 'game') + (wrong ? `, ${plural(wrong, 'problem')}` : '') : 'No games yet');
  showProblems(problems, text);
  return totals;
}

/** Finds `-:LINE:COLUMN: MESSAGE` in the text. Columns count characters, and JavaScript counts UTF-16. */
function locate(messages, text) {
  const lines = text.split('\n');
  const starts = [0];
  lines.forEach((line, i) => starts.push(starts[i] + line.length + 1));
  return messages.split('\n').filter((message) => message).map((text) => {
    const [, line, column = 1, message] = /^-:(\d+):(?:(\d+):)? (.*)$/.exec(text) ?? [];
    if (!(line <= lines.length)) return { message: text.replace(/^(-|bowling): /, '') };
    const before = [...lines[line - 1]].slice(0, column - 1).join('').length;
    const word = /^[^\s,;|]*/.exec(lines[line - 1].slice(before))[0];
    const start = starts[line - 1] + before;
    return { message, place: `line ${line}, column ${column}`, range: [start, start + Math.max(word.length, 1)] };
  });
}

function showProblems(problems, text) {
  let end = 0;
  const marks = [];
  for (const { range: [from, to] = [-1] } of problems) {
    if (from < end) continue;
    marks.push(text.slice(end, from), element('mark', text.slice(from, to)));
    end = to;
  }
  $('marks').replaceChildren(...marks, `${text.slice(end)}\n`);
  scrollMarks();
  games.setAttribute('aria-invalid', marks.length > 0);
  const items = problems.slice(0, MOST_PROBLEMS).map(({ message, place, range }) => {
    const [item, button] = [element('li'), element('button', place)];
    onClick(button, () => { games.focus(); games.setSelectionRange(...range); });
    item.append(...(place ? [button, ' '] : []), message);
    return item;
  });
  if (problems.length > MOST_PROBLEMS) items.push(element('li', `and ${problems.length - MOST_PROBLEMS} more`));
  $('problems').hidden = !items.length;
  $('problems').replaceChildren(...items);
}

const scrollMarks = () => $('marks').scrollTo(games.scrollLeft, games.scrollTop);

/** Shows text as it is, and a page in a frame without scripts. What is shown stays until the next frame is loaded. */
async function showOutput(output) {
  const isPage = output.startsWith('<!');
  const shown = [...$('output').children];
  const next = Object.assign(element(isPage ? 'iframe' : 'pre', isPage ? '' : output), { tabIndex: 0 });
  if (isPage) {
    Object.assign(next, { title: 'Result', sandbox: 'allow-same-origin allow-modals' });
    // A link to a place in the page stays in the frame.
    next.srcdoc = output.replace('<head>', '<head><base href="about:srcdoc">');
  }
  const isLoaded = isPage && new Promise((resolve) => next.addEventListener('load', resolve, { once: true }));
  $('output').append(next);
  await isLoaded;
  shown.forEach((element) => element.remove());
  $('print').disabled = !isPage;
  if (!isPage) return;
  // The frame is as high as its page, which may lay out its parts as they are scrolled to.
  const page = next.contentDocument.documentElement;
  new ResizeObserver(() => { next.style.height = `${page.offsetHeight + 2}px`; }).observe(page);
}

/* A game ball by ball. The program says which balls are possible, and how they are written. */

let [rolls, line] = [[], ''];

/** Offers the balls that are possible, and returns the game as it is written. */
async function offerBalls() {
  const lines = [...BALLS.map((ball) => [...rolls, ball]), rolls].map((rolls) => `${rolls.join(' ')}\n`).join('');
  const written = (await run(['--from', 'rolls', '--to', 'notation', ...rules()], lines)).out.split('\n');
  BALLS.forEach((ball, i) => {
    const [button, isPossible, symbol] = [$('pins').children[i], written[i] !== 'error', written[i].at(-1)];
    button.setAttribute('aria-disabled', !isPossible);
    button.replaceChildren(element('b', isPossible ? symbol : ball), ' ', isPossible ? BALL_NAMES[symbol] ?? 'pins' : '');
  });
  $('undo').setAttribute('aria-disabled', !rolls.length);
  return written[BALLS.length];
}

/** Writes the game at the end of the text, where it was unless the text has changed. */
async function setRolls(next) {
  rolls = next;
  const game = await offerBalls();
  const name = $('name').value.replace(/[:\s]+/g, ' ').trim();
  const text = line && games.value.endsWith(line) ? games.value.slice(0, -line.length) : games.value.replace(/[^\n]$/, '$&\n');
  line = game && `${name && `${name}: `}${game}\n`;
  games.value = text + line;
  await score();
}

/* Files and links. */

async function open(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    games.value = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    await score();
  } catch {
    say('The file is not text');
    showProblems(locate((await run(rules(), bytes)).err, ''), games.value);
  }
}

async function save(format) {
  const { out } = await run([...(form.view.value === 'stats' ? ['stats'] : []), `--${format}`, ...rules()], games.value);
  const href = URL.createObjectURL(new Blob([out]));
  Object.assign(element('a'), { href, download: `bowling.${format}` }).click();
}

async function copyLink() {
  const packed = new Uint8Array(await through(games.value, new CompressionStream('deflate-raw')));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const link = new URLSearchParams({ rules: form.rules.value, view: form.view.value, games: text });
  history.replaceState(null, '', `#${link}`);
  await navigator.clipboard.writeText(location.href).then(() => say('Copied the link'), () => say('The link is in the address bar'));
}

/** Reads the link that opened this page. */
async function openLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  try {
    const packed = fromBase64(link.get('games') ?? '');
    if (packed.length) games.value = await new Response(await through(packed, new DecompressionStream('deflate-raw'))).text();
  } catch {
    return say('The link is damaged');
  }
  if (Object.hasOwn(VIEWS, link.get('view'))) form.view.value = link.get('view');
  if (link.has('rules')) form.rules.value = link.get('rules');
  if (!form.rules.value) form.rules.value = 'tenpin';
  return score();
}

let turn = Promise.resolve();

/** Calls a function when a button is pressed that can be, one after the other. It keeps the focus when it cannot. */
function onClick(button, call) {
  button.type = 'button';
  const press = () => button.ariaDisabled !== 'true' && call();
  button.addEventListener('click', () => { turn = turn.then(press).catch((error) => say(error.message)); });
}

function drop(event) {
  event.preventDefault();
  if (event.type === 'drop' && event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
}

$('pins').append(...BALLS.map(() => element('button')));
BALLS.forEach((ball, i) => onClick($('pins').children[i], () => setRolls([...rolls, ball])));
onClick($('undo'), () => setRolls(rolls.slice(0, -1)));
onClick($('next'), () => { [rolls, line] = [[], '']; return offerBalls(); });
onClick($('print'), () => document.querySelector('iframe').contentWindow.print());
onClick($('link'), copyLink);
for (const format of ['html', 'csv', 'json']) onClick($(format), () => save(format));
for (const [target, event, call] of [
  [form, 'input', score],
  [form, 'submit', (event) => event.preventDefault()],
  [form.rules, 'change', offerBalls],
  [games, 'scroll', scrollMarks],
  [$('examples'), 'change', () => { games.value = $('examples').value; score(); }],
  [$('file'), 'change', ({ target }) => target.files.length && open(target.files[0])],
  [document, 'dragover', drop],
  [document, 'drop', drop],
  [window, 'hashchange', openLink],
]) target.addEventListener(event, call);
offerBalls();
openLink();
