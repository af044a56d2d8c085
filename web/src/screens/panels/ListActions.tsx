import { type Icon, IconArrowsSort, IconDotsVertical, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTIVITIES, mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { type Sort, sortFields } from '../workspace/aoi-query.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import type { MoreActions } from './ListMenu.tsx'
import { useExportDialog } from './use-export-dialog.tsx'
import { useFeedDialog } from './use-feed-dialog.tsx'
import { useFilterName } from './use-filter-name.ts'
import { usePublicLinkDialog } from './use-public-link.tsx'

const load = withTexts(['calendar'], () => import('./ListMenu.tsx').then((file) => ({ default: file.ListMenu })))
const ListMenu = lazy(load)

const TwinGroups = lazy(
  withTexts(['twin'], () => import('../../public/twin/TwinGroups.tsx').then((file) => ({ default: file.TwinGroups }))),
)

type Props = { profile: Profile; panel: ListPanel; onSettings: (() => void) | undefined }

/** Buttons for the whole list: export, sorting, and a menu with the rest. On a phone, one menu has them all. */
export const ListActions = ({ profile, panel, onSettings }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const chart = useChart()
  const kind = panel === 'activities' ? 'activity' : 'event'
  const fields = sortFields[kind]
  const { workspace } = useWorkspace()
  const query = useAoiQuery()
  const filterName = useFilterName(workspace.filter, profile)
  const title = filterName ?? t(`panel.${panel}`)
  const { open, dialog: exportDialog } = useExportDialog(profile, { title, hasPlaces: true })
  const startExport = open && (() => open({ query }))
  const feed = useFeedDialog(profile, {
    kind,
    title: [t(`panel.${panel}`), ...(filterName ? [filterName] : [])].join(': '),
  })
  const twins = useTwinGroups(profile, panel)
  const publicLink = usePublicLinkDialog(profile, { type: panel === 'activities' ? ACTIVITIES : undefined })
  if (!isWide)
    return (
      <>
        <MenuButton
          icon={IconDotsVertical}
          label={t('events.options')}
          fields={fields}
          more={{
            kind,
            chart: panel === 'events' ? chart : undefined,
            export: startExport,
            feed: feed.open,
            publicLink: publicLink.open,
            twins: twins.open,
            settings: onSettings,
            hasViews: true,
          }}
        />
        {publicLink.dialog}
        {twins.dialog}
        {exportDialog}
        {feed.dialog}
      </>
    )
  return (
    <>
      {startExport && <IconButton icon={IconDownload} label={t('events.export')} onClick={startExport} />}
      <MenuButton icon={IconArrowsSort} label={t('events.sort')} fields={fields} />
      <MenuButton
        icon={IconDotsVertical}
        label={t('events.options')}
        fields={[]}
        more={{
          kind,
          chart: panel === 'events' ? chart : undefined,
          feed: feed.open,
          publicLink: publicLink.open,
          twins: twins.open,
          hasViews: false,
        }}
      />
      {publicLink.dialog}
      {twins.dialog}
      {exportDialog}
      {feed.dialog}
    </>
  )
}

const useTwinGroups = (profile: Profile, panel: ListPanel) => {
  const { go } = useWorkspace()
  const [isOpen, setIsOpen] = useState(false)
  const mayMerge = panel === 'events' && mayEver(actorOf(profile), 'aoi.merge')
  const close = () => setIsOpen(false)
  const open = (nonce: string) => {
    close()
    go((workspace) => ({ ...workspace, selected: `aoi.${nonce}` }))
  }
  return {
    open: mayMerge ? () => setIsOpen(true) : undefined,
    dialog: isOpen && (
      <Suspense>
        <TwinGroups onOpen={open} onClose={close} />
      </Suspense>
    ),
  }
}

type ListPanel = 'events' | 'activities'

type MenuButtonProps = { icon: Icon; label: string; more?: MoreActions; fields: readonly Sort[] }

/** The button is loaded with the page; its menu is prefetched when the pointer or the focus reaches the button. */
export const MenuButton = ({ icon, label, more, fields }: MenuButtonProps) => {
  const [isRequested, setIsRequested] = useState(false)
  const button = (
    <IconButton
      icon={icon}
      label={label}
      aria-haspopup="menu"
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setIsRequested(true)}
    />
  )
  if (!isRequested) return button
  return (
    <Suspense fallback={button}>
      <ListMenu icon={icon} label={label} more={more} fields={fields} />
    </Suspense>
  )
}

const useChart = () => {
  const { workspace, go } = useWorkspace()
  const isShown = workspace.view === 'chart'
  return { isShown, toggle: () => go({ ...workspace, view: isShown ? undefined : 'chart' }) }
}
