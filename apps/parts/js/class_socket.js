// A pupil's line to the class. It opens again by itself, and what the server has not confirmed is sent again.
const FIRST = 250  // ms before the first attempt to come back
const SLOWEST = 5000  // ms between later ones
const PATIENCE = 5000  // ms that an answer to hello may take before the line counts as dead

const PACKS = "DecompressionStream" in globalThis  // whether packed messages can be read

const unpacked = (data) => typeof data === "string" ? data : new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).text()

/** What this browser knows of its class: {code, token, nick, next, out, given}. */
export function memory(key) {
  const read = () => { try { return JSON.parse(localStorage.getItem(key)) ?? {} } catch { return {} } }
  let kept = read()  // in a private window it lasts as long as the page
  return {
    get: () => kept,
    set(values) {
      kept = {...kept, ...values}
      try { localStorage.setItem(key, JSON.stringify(kept)) } catch { /* as above */ }
    },
    clear() {
      kept = {}
      try { localStorage.removeItem(key) } catch { /* as above */ }
    },
  }
}

/**
 * `address` ends with a query; `store` is a memory; `hear(message)` gets what the server says (`about`: our message that it answers); `state(online)` is told whether the line is open.
 * What is sent by `tell` waits in the memory until the server has confirmed it; `say` is for what needs no keeping.
 */
export function classSocket(address, store, hear, state) {
  let socket = null
  let wait = FIRST
  let clock = 0
  let dead = 0

  const open = () => socket?.readyState === WebSocket.OPEN
  const waiting = () => store.get().out ?? []
  const write = (message) => { if (open()) socket.send(JSON.stringify(message)) }

  function hello() {
    const {token} = store.get()
    if (!token) return resend()
    write({hello: {token}})
    clearTimeout(dead)
    dead = setTimeout(again, PATIENCE)
  }

  const resend = () => waiting().forEach(write)

  function again() {
    clearTimeout(dead)
    const old = socket
    socket = null
    old?.close()
    clearTimeout(clock)
    if (!store.get().token && !waiting().length) return
    state(false)
    // Spread out: after a restart of the server a whole class comes back at once.
    clock = setTimeout(connect, wait * (0.5 + Math.random()))
    wait = Math.min(SLOWEST, wait * 2)
  }

  function connect() {
    clearTimeout(clock)
    const mine = socket = new WebSocket(`${address}${PACKS ? "&gz=1" : ""}`)
    mine.onopen = () => { if (mine === socket) hello() }
    mine.onclose = () => { if (mine === socket) again() }
    mine.binaryType = "blob"
    // One after the other: what is packed takes a moment to read.
    let reading = Promise.resolve()
    mine.onmessage = ({data}) => { reading = reading.then(async () => { if (mine === socket) take(JSON.parse(await unpacked(data))) }) }
  }

  function take(message) {
    clearTimeout(dead)
    const done = message.ack ?? message.refused
    message.about = waiting().find(({n}) => n === done)
    if (message.about) store.set({out: waiting().filter((one) => one !== message.about)})
    if (message.you) {
      wait = FIRST
      // Who has a token has joined.
      if (message.you.token) store.set({token: message.you.token, out: waiting().filter((one) => !one.join)})
      state(true)
    }
    hear(message)
    if (message.ready) resend()
    if (message.later !== undefined) setTimeout(resend, SLOWEST)
  }

  // A tablet that slept often believes that its line is still open.
  const wake = () => {
    if (document.hidden || !socket) return
    if (open()) hello()
    else if (socket.readyState !== WebSocket.CONNECTING) connect()
  }
  document.addEventListener("visibilitychange", wake)
  addEventListener("online", wake)
  addEventListener("pageshow", ({persisted}) => { if (persisted) connect() })
  if (store.get().token || waiting().length) connect()

  return {
    say: write,
    /** Send and keep until confirmed. `replaces(old)` says which waiting messages this one makes void. */
    tell(message, replaces = () => false) {
      const n = store.get().next ?? Math.floor(Math.random() * 2 ** 30)
      const full = {...message, n}
      store.set({next: n + 1, out: [...waiting().filter((one) => !replaces(one)), full]})
      if (socket) write(full)
      else connect()
      return n
    },
    close() {
      const old = socket
      socket = null
      clearTimeout(clock)
      clearTimeout(dead)
      old?.close()
    },
  }
}
