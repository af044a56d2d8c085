import { openMqtt } from '../alarms/sensor/mqtt.ts'
import { openSensors } from '../alarms/sensor/sensors.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Base } from './part.ts'

type SensorPart = ReturnType<typeof openSensorPart>

export const openSensorPart = ({ database: { db }, isOffline, log }: Base, store: FileStore, wake: () => void) =>
  openSensors({ db, store, wake, isOffline, log })

export const openBroker = ({ config, database: { pool }, log }: Base, { intake }: SensorPart) =>
  config.mqttUrl ? openMqtt({ url: config.mqttUrl, pool, intake, log }) : undefined

export const openDemo = async ({ config, database: { db }, log }: Base, { intake }: SensorPart) =>
  config.demo ? (await import('../demo/life.ts')).openDemoLife({ db, intake, log }) : undefined
