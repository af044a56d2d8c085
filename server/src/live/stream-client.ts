import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { heartbeat } from './message.ts'

/** A client with more unsent bytes is stalled and dropped; it resumes with its last id later. */
export const STALLED_BYTES = 1_000_000
/** A client that catches up gets more only below this many unsent bytes. */
const CATCH_UP_BYTES = 128_000
const CATCH_UP_MS = 30_000
/** How long an ended client may take to receive the rest of its stream. */
const LINGER_MS = 500

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would hold messages back to fill its buffer.
  'x-accel-buffering': 'no',
}

let opened = 0

/** One open stream. */
export class StreamClient {
  readonly number = opened++
  readonly memberId: string
  readonly sessionId: string
  services: ReadonlySet<string> = new Set()
  /** Position of the last message that was, or may have been, sent. Nothing at or below it is sent again. */
  position = 0
  /** False while the client catches up; the relay skips it until then. */
  isLive = false
  isGone = false
  readonly #response: ServerResponse
  readonly #socket: Socket
  #pending: Buffer[] = []

  constructor(
    response: ServerResponse,
    who: { memberId: string; sessionId: string },
    onGone: (client: StreamClient) => void,
  ) {
    const { socket } = response
    if (!socket) throw new Error('a live stream cannot wait behind an earlier response on its connection')
    this.memberId = who.memberId
    this.sessionId = who.sessionId
    this.#response = response
    this.#socket = socket
    socket.setTimeout(0)
    socket.setNoDelay(true)
    response.once('close', () => {
      this.isGone = true
      onGone(this)
    })
  }

  /**
   * The body ends with the connection instead of being cut into chunks: a frame then goes to the socket as it is, which
   * costs half of what `response.write` does.
   */
  open(): void {
    this.#response.useChunkedEncodingByDefault = false
    this.#response.writeHead(200, streamHeaders)
    this.#response.flushHeaders()
    // Spreads the reconnects of thousands of clients after a restart.
    this.#socket.write(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`)
  }

  /** Buffers a frame for the next flush. */
  queue(frame: Buffer): void {
    this.#pending.push(frame)
  }

  flush(join: (frames: Buffer[]) => Buffer): void {
    const frames = this.#pending
    this.#pending = []
    if (frames.length > 0 && !this.isGone) this.write(frames.length === 1 && frames[0] ? frames[0] : join(frames))
  }

  /** Drops a client that has not received earlier frames; otherwise a frame may have any size. */
  write(frame: Buffer): void {
    if (this.bufferedBytes > STALLED_BYTES) this.drop()
    else this.#socket.write(frame)
  }

  /** Whether a client that catches up should be sent more yet. */
  get takesMore(): boolean {
    return this.bufferedBytes < CATCH_UP_BYTES
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength
  }

  beat(): void {
    if (!this.isGone) this.write(heartbeat)
  }

  /** Resolves when nearly everything that was sent has been received. */
  async caughtUp(): Promise<void> {
    if (this.takesMore || this.isGone) return
    const tooSlow = setTimeout(() => this.drop(), CATCH_UP_MS)
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#socket.off('drain', done)
        this.#response.off('close', done)
        resolve()
      }
      this.#socket.on('drain', done)
      this.#response.on('close', done)
    })
    clearTimeout(tooSlow)
  }

  /** Ends the stream; messages that were sent still arrive. */
  end(): void {
    if (this.isGone) return
    this.isGone = true
    this.#response.end()
    setTimeout(() => this.drop(), LINGER_MS).unref()
  }

  drop(): void {
    this.isGone = true
    this.#socket.destroy()
  }
}
