import type { TFunction } from 'i18next'
import { displayName, initialOf, isStalePosition, type Language, type MemberPosition } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { PREFIX } from './marker.ts'

type TextContext = { t: TFunction; language: Language; now: Date }

const AGE_STEP_MS = 15 * 60_000

/**
 * Rounds the age, because each change of the text makes MapLibre place the label again, possibly on another side of the
 * position.
 */
const ageOf = ({ locationAt }: MemberPosition, { t, language, now }: TextContext): string => {
  const age = now.getTime() - new Date(locationAt).getTime()
  return formatRelative(new Date(now.getTime() - age + (age % AGE_STEP_MS)), now, t, language)
}

const featuresOf = (positions: readonly MemberPosition[], context: TextContext): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: positions.map((member) => {
    const isStale = isStalePosition(member.locationAt, context.now)
    const name = displayName(member)
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: member.location },
      properties: {
        id: member._id,
        name,
        isStale,
        // On two lines, because each line has its own text direction.
        label: isStale ? `${name}\n${ageOf(member, context)}` : name,
        initial: initialOf(member),
        icon: `${PREFIX}${isStale ? 'stale' : 'live'}`,
      },
    }
  }),
})

type Selection = { selected: string | undefined; areOthersShown: boolean }

/** The data of the layer's two sources: one has the selected member, the other all others, unless they are hidden. */
export const sourcesOf = (
  positions: readonly MemberPosition[],
  { selected, areOthersShown }: Selection,
  context: TextContext,
) => ({
  all: featuresOf(areOthersShown ? positions.filter(({ _id }) => _id !== selected) : [], context),
  selected: featuresOf(
    positions.filter(({ _id }) => _id === selected),
    context,
  ),
})

type SourceData = ReturnType<typeof sourcesOf>

/**
 * Names of the sources whose data changed. Redrawing takes several frames, and most ages keep their text from minute to
 * minute.
 */
export const changedSources = (before: SourceData, now: SourceData): (keyof SourceData)[] =>
  (['all', 'selected'] as const).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
