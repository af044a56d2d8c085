import { IconArrowsSort, IconDotsVertical, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { isShortList, shortSorts } from '../workspace/aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { MenuButton } from './ListActions.tsx'
import type { ExportedPanel } from './shown-ids.ts'
import { useExportDialog } from './use-export-dialog.tsx'

type Props = { profile: Profile; panel: ExportedPanel; onSettings: (() => void) | undefined }

export const ShortListActions = ({ profile, panel, onSettings }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const queries = useQueryClient()
  const { workspace } = useWorkspace()
  const fields = isShortList(panel) ? shortSorts[panel] : []
  // The panel also lists local maps, which have no rows in the file.
  const title = panel === 'regions' ? t('region.regions') : t(`panel.${panel}`)
  const { open, dialog } = useExportDialog(profile, { title, hasPlaces: panel !== 'users' })
  const startExport =
    open &&
    (() =>
      import('./shown-ids.ts')
        .then(({ exportNames, shownIds }) =>
          open({
            list: exportNames[panel],
            ids: shownIds(panel, queries, { ...workspace, serviceId: profile.service._id }),
          }),
        )
        .catch(toastProblem))
  if (!isWide && fields.length > 0)
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
      {fields.length > 0 && <MenuButton icon={IconArrowsSort} label={t('events.sort')} fields={fields} />}
      {dialog}
    </>
  )
}
