import type { TFunction } from 'i18next'
import type { AoiSummary } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { AoiQuery } from '../data.ts'
import { startText } from '../period.ts'

/** Time shown in a row: the start of an activity, unless the list is sorted by creation, or the time of the report. */
export const rowTime = (
  { properties: { activity, creationTime } }: AoiSummary,
  sort: AoiQuery['sort'],
  now: Date,
  t: TFunction,
): string =>
  activity && sort !== 'createdAt'
    ? startText(activity, currentLanguage())
    : formatRelative(new Date(creationTime), now, t, currentLanguage())
