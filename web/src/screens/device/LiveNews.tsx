import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiSummary } from '#contract'
import { onLive } from '../../api/live.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { addChanges, countNews, type LiveChanges, type NewsCounts } from './news.ts'

/** Changes within this time are announced together. */
const GATHER_MS = 3000

export const LiveNews = ({ myId }: { myId: string }) => {
  const { t } = useTranslation()
  const news = useNews(myId)
  const said = (['events', 'activities', 'updated'] as const).flatMap((kind) =>
    news[kind] > 0 ? [t(`news.${kind}`, { count: news[kind] })] : [],
  )
  return (
    <VisuallyHidden role="status">
      {/* A new key makes screen readers announce a repeated text again. */}
      <span key={news.round}>{said.join(', ')}</span>
    </VisuallyHidden>
  )
}

const useNews = (myId: string): NewsCounts & { round: number } => {
  const queries = useQueryClient()
  const [news, setNews] = useState({ events: 0, activities: 0, updated: 0, round: 0 })
  useEffect(() => {
    let changes: LiveChanges = { created: new Set(), updated: new Set() }
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      timer = undefined
      // Waits until the list is loaded, because the announced number is counted from it.
      if (queries.isFetching({ queryKey: aoiKeys.list('rows') }) > 0) return later()
      const parts = queries.getQueryCache().findAll({ queryKey: aoiKeys.list('rows'), type: 'active' })
      const rows = parts.flatMap(({ state }) => (state.data as { rows: AoiSummary[] } | undefined)?.rows ?? [])
      const counted = countNews(changes, rows, myId)
      changes = { created: new Set(), updated: new Set() }
      if (counted.events + counted.activities + counted.updated > 0)
        setNews(({ round }) => ({ ...counted, round: round + 1 }))
    }
    const later = () => {
      timer ??= setTimeout(say, GATHER_MS)
    }
    const stop = onLive((message) => {
      if (addChanges(changes, message)) later()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries, myId])
  return news
}
