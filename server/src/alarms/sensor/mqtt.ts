import { setTimeout as pause } from 'node:timers/promises'
import type { IPublishPacket, MqttClient } from 'mqtt'
import type { Pool, PoolClient } from 'pg'
import { Problem, READINGS_AT_ONCE, type Reading } from '#contract'
import { isTransient } from '../../platform/clock/quarantine.ts'
import { outageOf } from '../../platform/db/availability.ts'
import { type Intake, parseReadings } from './intake.ts'

/** Advisory lock of the one server that listens to the broker. */
const LISTENING_LOCK = 7_012
const RETRY_MS = 2_000
const MOST_BYTES = 1_000_000
/**
 * Tries to store a message while the database works. The message is then dropped, because the broker keeps the messages
 * of all services until this one is acknowledged.
 */
const TRIES = 5

const TOPIC = 'cohesion/+/+/reading'
const topicParts = /^cohesion\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([^/]{1,200})\/reading$/

type Log = { warn: (detail: object, text: string) => void }
export type MqttOptions = { url: string; pool: Pool; intake: Intake; log: Log; retryMs?: number }

/**
 * Parses one reading or a list of readings; the topic contains the service and the serial. Returns undefined for
 * invalid messages.
 */
export const readingsIn = async (
  topic: string,
  payload: Uint8Array,
): Promise<{ serviceId: string; good: Reading[] } | undefined> => {
  const [, serviceId, serial] = topicParts.exec(topic) ?? []
  if (!serviceId || !serial || payload.length > MOST_BYTES) return undefined
  try {
    const sent = [JSON.parse(Buffer.from(payload).toString('utf8')) as unknown].flat()
    const { good } = await parseReadings(sent.slice(0, READINGS_AT_ONCE).map((one) => ({ ...(one as object), serial })))
    return { serviceId, good }
  } catch {
    return undefined
  }
}

/** Whether the same readings may be stored later: after another transaction, or when their service has fewer waiting. */
const mayPass = (error: unknown): boolean => error instanceof Problem || isTransient(error)

const isUnavailable = (error: unknown): boolean => ['away', 'full'].includes(outageOf(error) ?? '')

/**
 * Listens to the configured broker. A message is acknowledged once its readings are committed. While the database is
 * unavailable, storing is retried and the broker keeps later messages. The MQTT session is named after the database and outlives connections
 * and servers, so another server can continue it.
 */
export const openMqtt = ({ url, pool, intake, log, retryMs = RETRY_MS }: MqttOptions) => {
  let isStopped = false
  let client: MqttClient | undefined
  let holder: PoolClient | undefined
  const stopping = new AbortController()

  const isKnown = async (serviceId: string): Promise<boolean> => {
    const { rowCount } = await pool.query('select 1 from service where id = $1 and deleted_at is null', [serviceId])
    return rowCount === 1
  }

  /** Services whose last message was dropped. Their next one has a single try. */
  const failing = new Set<string>()

  /** Resolves when the message is stored, found invalid or dropped. */
  const take = async (topic: string, payload: Uint8Array): Promise<void> => {
    const read = await readingsIn(topic, payload)
    if (!read || read.good.length === 0) return
    const { serviceId, good } = read
    for (let tries = failing.has(serviceId) ? TRIES : 1; !isStopped; ) {
      try {
        if (await isKnown(serviceId)) await intake.take(serviceId, good)
        failing.delete(serviceId)
        return
      } catch (err) {
        if (!isUnavailable(err) && (!mayPass(err) || tries++ >= TRIES)) {
          failing.add(serviceId)
          log.warn({ err, serviceId, readings: good.length }, 'mqtt: readings could not be stored and were dropped')
          return
        }
        log.warn({ err }, 'mqtt: readings could not be stored and will be retried')
        await pause(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  const listen = async (name: string) => {
    const { connect } = await import('mqtt')
    client = connect(url, { clientId: `cohesion-${name}`, clean: false, reconnectPeriod: retryMs, resubscribe: true })
    client.handleMessage = (packet: IPublishPacket, done) => {
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      take(packet.topic, payload).then(
        () => done(isStopped ? new Error('stopped') : undefined),
        (error: Error) => done(error),
      )
    }
    client.on('connect', () => client?.subscribe(TOPIC, { qos: 1 }))
    client.on('error', (err) => log.warn({ err }, 'mqtt: connection error'))
  }

  /** Returns the name of the MQTT session if this server gets the lock. Otherwise the connection is released. */
  const tryLock = async (): Promise<string | undefined> => {
    const session = await pool.connect()
    try {
      const { rows } = await session.query<{ isMine: boolean; name: string }>(
        `select pg_try_advisory_lock(${LISTENING_LOCK}) as "isMine",
           md5(system_identifier::text || current_database()) as name from pg_control_system()`,
      )
      if (rows[0]?.isMine) {
        holder = session
        // The lock is lost with its connection; any server may take it then.
        session.once('end', () => void lost(session))
        return rows[0].name
      }
      session.release()
    } catch (error) {
      // The lock may have been granted although the reply was lost; ending the connection releases it.
      session.release(true)
      throw error
    }
    return undefined
  }

  const release = () => {
    holder?.release(true)
    holder = undefined
  }

  /** Waits for the lock, then starts to listen. */
  const compete = async () => {
    while (!isStopped) {
      try {
        const name = await tryLock()
        if (name) return await listen(name)
      } catch (err) {
        release()
        log.warn({ err }, 'mqtt: not yet listening')
      }
      await pause(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const lost = async (session: PoolClient) => {
    if (holder !== session) return
    release()
    await client?.endAsync(true).catch(() => {})
    client = undefined
    competing = compete()
  }

  let competing = compete()
  return {
    async stop() {
      isStopped = true
      stopping.abort()
      await competing
      await client?.endAsync(true).catch(() => {})
      // Ending the connection frees the lock.
      release()
    },
  }
}
