import { IconArrowsSort, IconDotsVertical, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { type ShortList, shortSorts } from '../workspace/aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { MenuButton } from './ListActions.tsx'
import { useExportDialog } from './use-export-dialog.tsx'

type Props = { profile: Profile; panel: ShortList; onSettings: (() => void) | undefined }

export const ShortListActions = ({ profile, panel, onSettings }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const queries = useQueryClient()
  const { workspace } = useWorkspace()
  const fields = shortSorts[panel]
  const { open, dialog } = useExportDialog(profile, { title: t(`panel.${panel}`), hasPlaces: panel !== 'users' })
  const startExport =
    open &&
    (() =>
      import('./shown-ids.ts')
        .then(({ exportNames, shownIds }) =>
          open({ list: exportNames[panel], ids: shownIds(panel, queries, workspace) }),
        )
        .catch(toastProblem))
  if (!isWide)
    return (
      <>
        <MenuButton
          icon={IconDotsVertical}
          label={t('events.options')}
          fields={fields}
          more={{
            chart: undefined,
            export: startExport,
            publicLink: undefined,
            settings: onSettings,
            hasViews: false,
          }}
        />
        {dialog}
      </>
    )
  return (
    <>
      {startExport && <IconButton icon={IconDownload} label={t('events.export')} onClick={startExport} />}
      <MenuButton icon={IconArrowsSort} label={t('events.sort')} fields={fields} />
      {dialog}
    </>
  )
}
