import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Check, Patient } from './fault.ts'

const GB = 1_000_000_000
const LEAST_FREE_BYTES = 2 * GB
const LEAST_MEMORY_BYTES = 0.9 * GB
const LEAST_FILES = 4096

const isPortFree = async ({ config: { port, host } }: Patient): Promise<boolean> => {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  } finally {
    probe.close()
  }
}

export const portTaken: Check = async (patient) => {
  const { config, isServing } = patient
  if (isServing || config.port === 0 || (await isPortFree(patient))) return undefined
  return {
    name: 'port taken',
    sentenceKey: 'portTaken',
    remedyKey: 'portTaken',
    values: { port: String(config.port) },
    sentence: `Another program uses port ${config.port}.`,
    remedy: 'Stop it, or set PORT to a free port.',
  }
}

export const diskFull: Check = async ({ config: { dataFolder }, machine }) => {
  const free = await machine.freeBytes(dataFolder)
  if (free === undefined || free >= LEAST_FREE_BYTES) return undefined
  return {
    name: 'disk nearly full',
    sentenceKey: 'diskFull',
    remedyKey: 'diskFull',
    values: { size: (free / GB).toFixed(1), folder: dataFolder },
    sentence: `Only ${(free / GB).toFixed(1)} GB are free in ${dataFolder}. When the disk is full, nothing can be saved.`,
    remedy: 'Free disk space, or move COHESION_DATA and COHESION_BACKUP_TO to a larger disk.',
  }
}

export const memoryShort: Check = async ({ machine }) => {
  const bytes = machine.memoryBytes()
  if (bytes >= LEAST_MEMORY_BYTES) return undefined
  return {
    name: 'too little memory',
    sentenceKey: 'memoryShort',
    remedyKey: 'memoryShort',
    values: { size: (bytes / GB).toFixed(1) },
    sentence: `The server has only ${(bytes / GB).toFixed(1)} GB of memory.`,
    remedy: 'Give it at least 1 GB, or 2 GB for a million events.',
  }
}

export const fileLimitLow: Check = async ({ machine }) => {
  const limit = machine.fileLimit()
  if (limit >= LEAST_FILES) return undefined
  return {
    name: 'file limit too low',
    sentenceKey: 'fileLimitLow',
    remedyKey: 'fileLimitLow',
    values: { limit: String(limit) },
    sentence: `The server can open only ${limit} files at a time, and every open page uses one.`,
    remedy: `Raise the limit: LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536 before starting.`,
  }
}
