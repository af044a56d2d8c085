import { type IngestResult, orNotFound, Problem, type ServiceSubject, sensorApi } from '#contract'
import { areasOf, followSensors, refreshAreas } from '../../core/aoi/areas.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveRecording } from '../../platform/files/files.ts'
import { readRecording } from '../../platform/files/recordings.ts'
import { type AllowSubject, JsonText, serve } from '../../platform/http/serve.ts'
import type { EscalationTools } from '../escalation/actions.ts'
import { recheckSensors } from '../rule/actions.ts'
import { acknowledge, endAlarm, noteUse } from './actions.ts'
import { type Intake, parseReadings } from './intake.ts'
import { logRecording } from './media.ts'
import { sensorUpdate } from './messages.ts'
import * as sensors from './queries.ts'
import { telemetry } from './telemetry.ts'

type Tools = {
  store: FileStore
  intake: Intake
  clock: () => Date
  escalation: EscalationTools
  onWatched?: (() => void) | undefined
}

export const sensorRoutes = ({ store, intake, clock, escalation, onWatched }: Tools) => {
  const allowSensor = async (
    db: Parameters<typeof sensors.subject>[0],
    allow: AllowSubject<ServiceSubject>,
    id: string,
  ) => allow(orNotFound(await sensors.subject(db, id)))

  return [
    serve(sensorApi.list, async ({ db, actor, allow }) => {
      allow()
      onWatched?.()
      return new JsonText(await sensors.list(db, actor))
    }),

    serve(sensorApi.byId, async ({ db, actor, params, allow }) => {
      await allowSensor(db, allow, params.id)
      const sensor = orNotFound(await sensors.byId(db, params.id))
      // The areas around a sensor are AOIs, which a token may read only with a scope of their own.
      return actor.token ? { ...sensor, aois: [] } : sensor
    }),

    serve(sensorApi.telemetry, async ({ db, params, query, allow }) => {
      await allowSensor(db, allow, params.id)
      return telemetry(db, params.id, query, clock())
    }),

    serve(sensorApi.acknowledge, async ({ db, actor, params, allow, audit }) => {
      const sensor = await allowSensor(db, allow, params.id)
      await acknowledge(db, escalation, actor, sensor, clock())
      const { id, name } = sensor
      await audit({ action: 'sensor.acknowledge', targetKind: 'sensor', targetId: id, targetName: name, detail: {} })
      return orNotFound(await sensors.byId(db, sensor.id))
    }),

    serve(sensorApi.endAlarm, async ({ db, actor, params, body: { reason }, allow, audit }) => {
      const { id, name } = await allowSensor(db, allow, params.id)
      await endAlarm(db, actor, id, reason, clock())
      await audit({ action: 'alarm.end', targetKind: 'sensor', targetId: id, targetName: name, detail: { reason } })
      return orNotFound(await sensors.byId(db, id))
    }),

    serve(sensorApi.change, async ({ db, params, body, allow, announce, audit }) => {
      const { id, serviceId, name } = await allowSensor(db, allow, params.id)
      await sensors.change(db, id, body)
      if (body.location !== undefined) await followSensors(db, { changedIds: [], movedIds: [id] }, clock())
      await recheckSensors(db, [id], clock())
      await announce(sensorUpdate(serviceId, [id], { isMoved: true }))
      await audit({
        action: 'sensor.edit',
        targetKind: 'sensor',
        targetId: id,
        targetName: body.name ?? name,
        detail: { changed: Object.keys(body) },
      })
      return orNotFound(await sensors.byId(db, id))
    }),

    serve(sensorApi.remove, async ({ db, params, allow, announce, audit }) => {
      const { id, serviceId, name } = await allowSensor(db, allow, params.id)
      const areaIds = await areasOf(db, [id])
      await sensors.remove(db, id)
      await refreshAreas(db, areaIds, clock())
      await announce(sensorUpdate(serviceId, [id], { isMoved: true }))
      await audit({ action: 'sensor.delete', targetKind: 'sensor', targetId: id, detail: { name } })
      return { _id: id }
    }),

    serve(sensorApi.ingestKeys, async ({ db, actor, allow }) => {
      allow({ serviceId: actor.serviceId })
      return sensors.keysOf(db, actor.serviceId)
    }),

    serve(sensorApi.createIngestKey, async ({ db, actor, body, allow, audit }) => {
      allow({ serviceId: actor.serviceId })
      const made = await sensors.createKey(db, actor, body.name)
      await audit({
        action: 'ingestKey.create',
        targetKind: 'ingestKey',
        targetId: made._id,
        detail: { name: made.name },
      })
      return made
    }),

    serve(sensorApi.removeIngestKey, async ({ db, params, allow, audit }) => {
      const key = allow(orNotFound(await sensors.keyById(db, params.id)))
      await sensors.removeKey(db, key.id)
      await audit({ action: 'ingestKey.revoke', targetKind: 'ingestKey', targetId: key.id, detail: { name: key.name } })
      return { _id: key.id }
    }),

    serve(sensorApi.ingest, {
      // Writes before `allow()`, because the intake uses transactions of its own that several requests share. The
      // ingest key was checked before the body, no other right is needed, and readings go to the service of the key
      // only.
      prepare: async ({ holder, body }): Promise<IngestResult> => {
        const { good, rejected } = await parseReadings(body.readings)
        const [bad] = rejected
        if (!body.isBatch && bad) throw new Problem('invalid', { fields: bad.fields as never })
        return { ...(await intake.take(holder.serviceId, good)), rejected }
      },
      handle: async ({ db, holder, prepared, allow }) => {
        allow()
        await noteUse(db, holder.keyId)
        return prepared
      },
    }),

    serve(sensorApi.ingestMedia, {
      prepare: async ({ db, holder, body, files }) => {
        if (!files.file) throw new Problem('invalid', { fields: { file: 'form.required' } })
        const recording = readRecording(files.file.bytes, body.type)
        const { good, rejected } = await parseReadings([{ serial: body.serial, time: body.time?.getTime() }])
        const [bad] = rejected
        if (bad) throw new Problem('invalid', { fields: bad.fields as never })
        await intake.take(holder.serviceId, good)
        return { recording, file: await saveRecording(db, store, recording, holder) }
      },
      handle: async ({ db, holder, body, prepared: { recording, file }, allow }) => {
        allow()
        const sensor = orNotFound(await sensors.bySerial(db, holder.serviceId, body.serial))
        const now = clock()
        const at = body.time && body.time < now ? body.time : now
        const owner = { sensorId: sensor.id, serviceId: holder.serviceId, at, text: body.text }
        return sensors.logById(db, await logRecording(db, owner, recording, file.id))
      },
    }),
  ]
}
