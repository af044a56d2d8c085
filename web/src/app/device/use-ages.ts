import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '../../api/use-is-offline.ts'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useNow } from '../../ui/browser/now.ts'
import { useWorkspace } from '../use-workspace.ts'
import { selectedId } from '../workspace.ts'

/** While offline: how old the list and the open card are. */
export const useAges = (): { list: string | undefined; card: string | undefined } | undefined => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const now = useNow()
  const { workspace } = useWorkspace()
  const isOffline = useIsOffline()
  if (!isOffline) return undefined
  const ageOf = (queryKey: string[]): string | undefined => {
    const answers = queries.getQueryCache().findAll({ queryKey, type: 'active' })
    const at = Math.min(...answers.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0))
    return Number.isFinite(at) ? formatRelative(new Date(at), now, t, currentLanguage()) : undefined
  }
  const nonce = selectedId(workspace, 'aoi')
  return { list: ageOf(['aoi', 'rows']), card: nonce && ageOf(['aoi', 'one', nonce]) }
}
