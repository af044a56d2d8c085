import { parseArgs } from 'node:util'
import type { AoiState } from '../platform/db/schema/aoi.ts'
import { StartProblem } from '../platform/db/start-problem.ts'

export type BulkOptions = {
  events: number
  members: number
  services: number
  /** Share of events in each state; the sum is 1. */
  skew: Record<AoiState, number>
  seed: number
  days: number
  area: 'bay' | 'world'
}

export const bulkUsage = `npm run demo -- --events 100000 --members 500 [--services 1] [--skew new=0.92] [--days 365] [--area bay|world] [--seed 1]`

const evenly: BulkOptions['skew'] = { new: 0.4, inProgress: 0.3, done: 0.3 }

export function readBulkOptions(args: string[]): BulkOptions {
  const { events, members, services, skew, seed, days, area } = readArguments(args)
  if (area !== 'bay' && area !== 'world') throw new StartProblem(`--area must be bay or world, not "${area}"`)
  return {
    events: wholeNumber('events', events, 0, 20_000_000),
    members: wholeNumber('members', members, 0, 100_000),
    services: wholeNumber('services', services, 1, 1_000),
    skew: skew === undefined ? evenly : readSkew(skew),
    seed: wholeNumber('seed', seed, 0, 1_000_000_000),
    days: wholeNumber('days', days, 1, 36_500),
    area,
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        events: { type: 'string', default: '0' },
        members: { type: 'string', default: '0' },
        services: { type: 'string', default: '1' },
        skew: { type: 'string' },
        seed: { type: 'string', default: '1' },
        days: { type: 'string', default: '365' },
        area: { type: 'string', default: 'bay' },
      },
    }).values
  } catch (error) {
    const [said] = (error as Error).message.split('. ')
    throw new StartProblem(`${said}. Use: ${bulkUsage}`)
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new StartProblem(`--${name} must be a whole number from ${least} to ${most}, not "${text}"`)
}

/** Parses `new=0.92` or `new=0.5,done=0.4`. The other states share the rest evenly. */
function readSkew(text: string): BulkOptions['skew'] {
  const shares = new Map<string, number>()
  for (const part of text.split(',')) {
    const [, state = '', share = ''] = /^(new|inProgress|done)=(0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.exec(part) ?? []
    if (!state || shares.has(state)) throw wrongSkew(text)
    shares.set(state, Number(share))
  }
  const sum = [...shares.values()].reduce((total, share) => total + share, 0)
  const others = 3 - shares.size
  if (sum > 1.000001 || (others === 0 && sum < 0.999999)) throw wrongSkew(text)
  const rest = others > 0 ? (1 - sum) / others : 0
  const shareOf = (state: AoiState) => shares.get(state) ?? rest
  return { new: shareOf('new'), inProgress: shareOf('inProgress'), done: shareOf('done') }
}

const wrongSkew = (text: string) =>
  new StartProblem(`--skew must contain new=, inProgress= or done= with shares up to 1 together, not "${text}"`)
