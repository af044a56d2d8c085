import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type AnyResponse, type Outlet, outletOf, sendHead } from '../http/protocols.ts'
import { frameOf, heartbeat } from './message.ts'

/** Returns the body for one client; undefined if the client must not receive the message. */
export type Rewrite = (body: string) => string | undefined

/** A client with more unsent bytes is stalled and dropped. It reconnects later and resumes with its last id. */
export const STALLED_BYTES = 1_000_000
/** A client that catches up gets the next part once fewer bytes than this are unsent. */
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

export class StreamClient {
  readonly number = opened++
  readonly memberId: string
  readonly sessionId: string
  /** Filters messages for an API token; undefined for members. */
  readonly rewrite: Rewrite | undefined
  services: ReadonlySet<string> = new Set()
  /** Position of the last message that was, or may have been, sent. Messages up to it are not sent again. */
  position = 0
  /** False while the client catches up; the relay skips it until then. */
  isLive = false
  isGone = false
  readonly #response: AnyResponse
  readonly #outlet: Outlet
  #pending: Buffer[] = []

  constructor(
    response: AnyResponse,
    who: { memberId: string; sessionId: string; rewrite?: Rewrite | undefined },
    onGone: (client: StreamClient) => void,
  ) {
    const outlet = outletOf(response)
    if (!outlet) throw new Error('a live stream cannot wait behind an earlier response on its connection')
    this.memberId = who.memberId
    this.sessionId = who.sessionId
    this.rewrite = who.rewrite
    this.#response = response
    this.#outlet = outlet
    outlet.setTimeout(0)
    if (outlet instanceof Socket) outlet.setNoDelay(true)
    response.once('close', () => {
      this.isGone = true
      onGone(this)
    })
  }

  /**
   * Over HTTP/1.1 the body ends with the connection and is not chunked: frames go straight to the socket, at half the
   * cost of `response.write`.
   */
  open(): void {
    if (this.#response instanceof ServerResponse) this.#response.useChunkedEncodingByDefault = false
    sendHead(this.#response, 200, streamHeaders)
    // Spreads the reconnects of thousands of clients after a restart.
    this.#outlet.write(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`)
  }

  /** The frame of a message for this client; undefined if the client must not receive the message. */
  frameOf(message: { position: number; body: string; frame?: Buffer }): Buffer | undefined {
    if (!this.rewrite) return message.frame ?? frameOf(message.position, message.body)
    const body = this.rewrite(message.body)
    return body === undefined ? undefined : frameOf(message.position, body)
  }

  queue(frame: Buffer): void {
    this.#pending.push(frame)
  }

  flush(join: (frames: Buffer[]) => Buffer): void {
    const frames = this.#pending
    this.#pending = []
    if (frames.length > 0 && !this.isGone) this.write(frames.length === 1 && frames[0] ? frames[0] : join(frames))
  }

  /** Drops the client if more than STALLED_BYTES of earlier frames are unsent. The frame itself may have any size. */
  write(frame: Buffer): void {
    if (this.bufferedBytes > STALLED_BYTES) this.drop()
    else this.#outlet.write(frame)
  }

  get takesMore(): boolean {
    return this.bufferedBytes < CATCH_UP_BYTES
  }

  get bufferedBytes(): number {
    return this.#outlet.writableLength
  }

  beat(): void {
    if (!this.isGone) this.write(heartbeat)
  }

  /** Resolves when almost everything has been received. */
  async caughtUp(): Promise<void> {
    if (this.takesMore || this.isGone) return
    const tooSlow = setTimeout(() => this.drop(), CATCH_UP_MS)
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#outlet.off('drain', done)
        this.#response.off('close', done)
        resolve()
      }
      this.#outlet.on('drain', done)
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
    this.#outlet.destroy()
  }
}
