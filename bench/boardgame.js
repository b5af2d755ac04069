// boardgame.io's server and its players, for `python -m bench --only server`: `serve`, or `play PORT PID TABLES RATE SECONDS`.
// A choice is about what one is in Most Wanted: cards leave a hand, lie open, others are drawn, money changes hands. Its rules are far fewer.
'use strict';
const fs = require('fs');
const SEATS = 4, HAND = 8, LATEST = 5000;

const draw = (G, seat) => {
  if (!G.deck.length) [G.deck, G.discard] = [G.discard, []];
  if (G.deck.length) G.hands[seat].push(G.deck.pop());
};
const robbery = {
  name: 'robbery',
  setup: ({ random }) => {
    const deck = random.Shuffle(Array.from({ length: 72 }, (_, card) => card % 36));
    return { deck, discard: [], shown: [], bags: Array(SEATS).fill(0), hands: Array.from({ length: SEATS }, () => deck.splice(0, HAND)) };
  },
  playerView: ({ G, playerID }) => ({
    ...G, deck: G.deck.length, hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, places) => {
        const seat = Number(playerID);
        G.discard.push(...G.shown);
        G.shown = places.map((place) => G.hands[seat][place]);
        G.hands[seat] = G.hands[seat].filter((_, place) => !places.includes(place));
        G.bags[seat] += random.D6();
        places.forEach(() => draw(G, seat));
      },
    },
  },
};

async function serve() {
  const { Server } = require('boardgame.io/server');
  const log = console.log;
  console.log = console.info = () => {};
  const server = Server({ games: [robbery], origins: [/127\.0\.0\.1/] });
  const running = await server.run({ port: 0 });
  log(`port ${running.appServer.address().port}`);
  process.on('SIGTERM', () => process.exit(0));
}

const usage = (pid) => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const pages = Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, mib: pages * 4096 / 2 ** 20 };
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

class Table {
  async open(base) {
    const post = async (path, body) => (await fetch(base + path, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    })).json();
    this.id = (await post('/games/robbery/create', { numPlayers: SEATS })).matchID;
    this.secrets = [];
    for (let seat = 0; seat < SEATS; seat++) {
      const joined = await post(`/games/robbery/${this.id}/join`, { playerID: String(seat), playerName: `P${seat}` });
      this.secrets.push(joined.playerCredentials);
    }
  }

  async connect(base, found) {
    const { io } = require('socket.io-client');
    this.found = found;
    this.sockets = await Promise.all(this.secrets.map((secret, seat) => new Promise((done) => {
      const socket = io(`${base}/robbery`, { transports: ['websocket'], forceNew: true });
      socket.on('connect', () => socket.emit('sync', this.id, String(seat), secret, SEATS));
      socket.on('sync', (_, info) => { this.state = info.state; done(socket); });
      socket.on('update', (_, state) => this.arrived(seat, state));
    })));
  }

  arrived(seat, state) {
    this.found.pushes++;
    this.found.bytes += JSON.stringify(state).length;
    if (!this.state || state._stateID > this.state._stateID) this.state = state;
    if (this.missing?.delete(seat)) {
      this.found.arrivals.push(performance.now() - this.sent);
      if (!this.missing.size) this.complete();
    }
  }

  async choose() {
    const seat = Number(this.state.ctx.currentPlayer), many = 1 + Math.floor(Math.random() * 4);
    const places = Array.from({ length: HAND }, (_, place) => place).sort(() => Math.random() - 0.5).slice(0, many);
    const payload = { type: 'play', args: [places], playerID: String(seat), credentials: this.secrets[seat] };
    this.missing = new Set([...Array(SEATS).keys()].filter((other) => other !== seat));
    const all = new Promise((done) => { this.complete = done; });
    this.sent = performance.now();
    this.sockets[seat].emit('update', { type: 'MAKE_MOVE', payload }, this.state._stateID, this.id, String(seat));
    const late = pause(LATEST);
    await Promise.race([all, late]);
    this.found.missing += this.missing.size;
    this.found.actions += this.missing.size ? 0 : 1;
  }

  async play(found, every, end) {
    this.found = found;
    let due = performance.now() + Math.random() * every;
    while (due < end) {
      await pause(Math.max(due - performance.now(), 0));
      if (performance.now() > end) return;
      await this.choose();
      due = Math.max(due + every, performance.now());
    }
  }
}

async function run(tables, pid, rate, seconds) {
  const found = { actions: 0, missing: 0, pushes: 0, bytes: 0, arrivals: [] };
  const begun = performance.now(), cpu = usage(pid).cpu;
  await Promise.all(tables.map((table) => table.play(found, 1000 * tables.length / rate, begun + 1000 * seconds)));
  const took = (performance.now() - begun) / 1000, used = usage(pid).cpu - cpu;
  const sorted = found.arrivals.sort((one, other) => one - other);
  const quantile = (part) => sorted.length ? Number(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)].toFixed(1)) : null;
  return {
    actions_per_s: Number((found.actions / took).toFixed(1)),
    missing_frames: found.missing,
    pushes_per_s: Number((found.pushes / took).toFixed(1)),
    bytes_per_push: Math.round(found.bytes / Math.max(found.pushes, 1)),
    cpu_share: Number((used / took).toFixed(2)),
    cpu_ms_per_action: Number((1000 * used / Math.max(found.actions, 1)).toFixed(2)),
    ms_to_the_others: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
  };
}

async function play(port, pid, count, rate, seconds) {
  const base = `http://127.0.0.1:${port}`, tables = [];
  for (let number = 0; number < count; number++) tables.push(new Table());
  for (const table of tables) await table.open(base);
  const before = usage(pid).mib;
  for (const table of tables) await table.connect(base, { pushes: 0, bytes: 0, arrivals: [] });
  const memory = usage(pid).mib - before, sockets = count * SEATS;
  const steady = await run(tables, pid, rate, seconds), fastest = await run(tables, pid, Infinity, seconds);
  const kib = Number((1024 * memory / sockets).toFixed(1));
  console.log(JSON.stringify({ tables: count, sockets, kib_per_socket: kib, rate, steady, fastest }));
  process.exit(0);
}

if (process.argv[2] === 'serve') serve();
else play(...process.argv.slice(3).map(Number));
