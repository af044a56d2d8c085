import { IconArrowsSort, IconDotsVertical, IconFileTypeCsv } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { type ShortList, shortSorts } from '../workspace/aoi-query.ts'
import { dayOf } from '../workspace/date-range.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { MenuButton } from './ListActions.tsx'

const loadCsv = withTexts(['list-csv', 'sensors'], () => import('./short-list-csv.ts'))

type Props = { profile: Profile; panel: ShortList; onSettings: (() => void) | undefined }

export const ShortListActions = ({ profile, panel, onSettings }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const queries = useQueryClient()
  const { workspace } = useWorkspace()
  const fields = shortSorts[panel]
  const fileName = `${t('events.csvFile', { title: t(`panel.${panel}`), date: dayOf(new Date()) })}.csv`
  const csv = profile.allowCsvDownload
    ? () =>
        loadCsv()
          .then((file) => file.saveCsv(panel, queries, workspace, { t, fileName }))
          .catch(toastProblem)
    : undefined
  if (!isWide)
    return (
      <MenuButton
        icon={IconDotsVertical}
        label={t('events.options')}
        fields={fields}
        more={{ chart: undefined, csv, publicLink: undefined, settings: onSettings, hasViews: false }}
      />
    )
  return (
    <>
      {csv && <IconButton icon={IconFileTypeCsv} label={t('events.csv')} onClick={csv} />}
      <MenuButton icon={IconArrowsSort} label={t('events.sort')} fields={fields} />
    </>
  )
}
