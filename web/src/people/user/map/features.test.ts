import { expect, test } from 'vitest'
import type { MemberPosition } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { changedSources, sourcesOf } from './features.ts'

const t = await startTestI18n()
const now = new Date('2026-03-05T12:00:00Z')
const at = (minutesAgo: number): MemberPosition => ({
  _id: '1',
  username: 'dana',
  firstName: 'Dana',
  lastName: 'Levi',
  location: [34.8, 32.1],
  locationAt: new Date(now.getTime() - minutesAgo * 60_000).toISOString(),
})
const everyone = { selected: undefined, areOthersShown: true }
const shown = (minutesAgo: number) =>
  sourcesOf([at(minutesAgo)], everyone, { t, language: 'en', now }).all.features[0]?.properties

test('a member is drawn with name and, when old, the age of the position', () => {
  expect(shown(3)).toMatchObject({
    name: 'Dana Levi',
    isStale: false,
    initial: 'D',
    icon: 'member:live',
  })
  expect(shown(20)?.label, 'a line of its own has its own direction').toBe('Dana Levi\n15 mins ago')
})

test('a position is greyed once it is older than 15 minutes', () => {
  expect([shown(15)?.isStale, shown(15.1)?.isStale]).toEqual([false, true])
  expect(shown(16)?.icon).toBe('member:stale')
})

test('a selected member is drawn alone, also while the others are hidden', () => {
  const idsOf = (areOthersShown: boolean) => {
    const positions = ['dana', 'omer'].map((_id) => ({ ...at(1), _id }))
    const { all, selected } = sourcesOf(positions, { selected: 'omer', areOthersShown }, { t, language: 'en', now })
    return [all, selected].map(({ features }) => features.map(({ properties }) => properties?.id))
  }
  expect(idsOf(true)).toEqual([['dana'], ['omer']])
  expect(idsOf(false)).toEqual([[], ['omer']])
})

test('only sources with a changed age are redrawn, an age changes every quarter of an hour', () => {
  const after = (minutes: number) => {
    const positions = [at(20), { ...at(95), _id: 'omer' }]
    const later = new Date(now.getTime() + minutes * 60_000)
    return sourcesOf(positions, { selected: 'omer', areOthersShown: true }, { t, language: 'en', now: later })
  }
  expect(changedSources(after(0), after(9))).toEqual([])
  expect(changedSources(after(0), after(10))).toEqual(['all'])
})
