import type { TFunction } from 'i18next'
import type { AoiSummary } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { AoiQuery } from '../data.ts'
import { startText } from '../period.ts'

/** What a row says about its time: an activity's start, unless the list is sorted otherwise, or when it was reported. */
export const rowTime = (
  { properties: { activity, creationTime } }: AoiSummary,
  sort: AoiQuery['sort'],
  now: Date,
  t: TFunction,
): string =>
  activity && sort !== 'createdAt'
    ? startText(activity, currentLanguage())
    : formatRelative(new Date(creationTime), now, t, currentLanguage())
