import { execFileSync } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Fault } from '#contract'
import * as database from './database.ts'
import type { Check, Machine, Patient } from './fault.ts'
import * as machine from './machine.ts'
import * as mail from './mail.ts'
import * as network from './network.ts'
import * as replicas from './replicas.ts'
import * as sms from './sms.ts'
import * as upkeep from './upkeep.ts'

export const checks: readonly Check[] = [
  ...Object.values(machine),
  ...Object.values(database),
  ...Object.values(replicas),
  ...Object.values(network),
  ...Object.values(mail),
  ...Object.values(sms),
  ...Object.values(upkeep),
]

export const examine = async (patient: Patient): Promise<Fault[]> => {
  const faults: Fault[] = []
  for (const check of checks) {
    const fault = await check(patient).catch((error: Error) => ({
      name: 'not checked',
      sentenceKey: 'notChecked' as const,
      remedyKey: 'notChecked' as const,
      values: { check: check.name, reason: error.message },
      sentence: `${check.name} could not be checked: ${error.message}.`,
      remedy: 'Check whether another problem in this list is the cause.',
    }))
    if (fault) faults.push(fault)
  }
  return faults
}

export const thisMachine: Machine = {
  freeBytes: (folder) =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    ),
  memoryBytes: () => {
    const limit = process.constrainedMemory()
    return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  },
  fileLimit: () => {
    const text = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
    return text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text)
  },
}
