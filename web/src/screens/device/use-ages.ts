import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '../../api/live.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useNow } from '../../ui/browser/now.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId } from '../workspace/workspace.ts'

type Ages = { isOffline: boolean; list: string | undefined; card: string | undefined }

const useIsStored = (): boolean => {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    () =>
      cache
        .findAll({ queryKey: aoiKeys.list('rows'), type: 'active' })
        .some(({ state }) => state.dataUpdatedAt > 0 && state.dataUpdatedAt < performance.timeOrigin),
  )
}

/** Age of the data in the list and the open card, while offline or waiting for a slow server. */
export const useAges = (): Ages | undefined => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const now = useNow()
  const { workspace } = useWorkspace()
  const isOffline = useIsOffline()
  const isStored = useIsStored()
  if (!isOffline && !isStored) return undefined
  const ageOf = (queryKey: readonly unknown[]): string | undefined => {
    const answers = queries.getQueryCache().findAll({ queryKey, type: 'active' })
    const at = Math.min(...answers.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0))
    return Number.isFinite(at) ? formatRelative(new Date(at), now, t, currentLanguage()) : undefined
  }
  const nonce = selectedId(workspace, 'aoi')
  return { isOffline, list: ageOf(aoiKeys.list('rows')), card: nonce && ageOf(aoiKeys.one(nonce)) }
}
