import { Menu } from '@mantine/core'
import {
  type Icon,
  IconArrowMerge,
  IconCalendarMonth,
  IconChartBar,
  IconCheck,
  IconDownload,
  IconLayoutDashboard,
  IconQrcode,
  IconRss,
  IconSettings,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiKind } from '#contract'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { chooseSort, isOneWay, type Sort, sortingOf } from '../workspace/aoi-query.ts'
import { offeredFilters } from '../workspace/list-filters.ts'
import { locate } from '../workspace/origin.ts'
import { useViews } from '../workspace/use-views.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'

/** Long enough to read a sentence. */
const FROM_MAP_MS = 4000

export type MoreActions = {
  /** Kind of AOI whose filters the menu offers; undefined for lists without filters. */
  kind?: AoiKind
  chart: { isShown: boolean; toggle: () => void } | undefined
  export?: (() => void) | undefined
  feed?: (() => void) | undefined
  publicLink: (() => void) | undefined
  twins?: (() => void) | undefined
  settings?: (() => void) | undefined
  hasViews: boolean
}

type Props = {
  icon: Icon
  label: string
  more: MoreActions | undefined
  /** Sort keys, the default first. Empty if a separate button sorts the list. */
  fields: readonly Sort[]
}

export const ListMenu = ({ icon, label, more, fields }: Props) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const views = useViews()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  // This button replaced the one that was pressed, so it takes over the focus.
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
  const { sort, order } = sortingOf(workspace, fields[0])
  const Direction = isOneWay(sort) ? IconCheck : order === 'asc' ? IconSortAscending : IconSortDescending
  const nameOf = (field: Sort) =>
    [t(`events.sortBy.${field}`), isOneWay(field) ? t('events.chosen') : t(`events.${order}`)].join(', ')
  const choose = (field: Sort) => {
    if (field === 'nearest') locate(() => toast({ message: t('events.fromMap'), timeoutMs: FROM_MAP_MS }))
    go(chooseSort(workspace, field, fields[0]))
  }
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      offset={4}
      width={230}
      shadow="md"
      // On a phone the menu is taller than the space above or below the button, so it may cover the button.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      transitionProps={{ duration: 120 }}
    >
      <Menu.Target>
        <IconButton ref={button} icon={icon} label={label} />
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 16px)" style={{ overflowY: 'auto' }}>
        {fields.length > 0 && <Menu.Label>{t('events.sort')}</Menu.Label>}
        {fields.map((field) => (
          <Menu.Item
            key={field}
            mih={44}
            aria-label={field === sort ? nameOf(field) : undefined}
            fw={field === sort ? 600 : undefined}
            rightSection={field === sort && <Direction size={20} stroke={1.75} aria-hidden />}
            onClick={() => choose(field)}
          >
            {t(`events.sortBy.${field}`)}
          </Menu.Item>
        ))}
        {more && (
          <>
            {fields.length > 0 && <Menu.Divider />}
            {more.kind && <FilterItems kind={more.kind} />}
            {more.hasViews && views && (
              <>
                <Menu.Item
                  mih={44}
                  leftSection={<IconCalendarMonth size={20} stroke={1.75} />}
                  onClick={views.calendar.toggle}
                >
                  {t('dates.calendarView')}
                </Menu.Item>
                <Menu.Item
                  mih={44}
                  leftSection={<IconLayoutDashboard size={20} stroke={1.75} />}
                  onClick={views.dashboard.toggle}
                >
                  {t('dates.dashboard')}
                </Menu.Item>
              </>
            )}
            {more.chart && (
              <Menu.Item mih={44} leftSection={<IconChartBar size={20} stroke={1.75} />} onClick={more.chart.toggle}>
                {more.chart.isShown ? t('chart.close') : t('events.chart')}
              </Menu.Item>
            )}
            {more.export && (
              <Menu.Item mih={44} leftSection={<IconDownload size={20} stroke={1.75} />} onClick={more.export}>
                {t('events.export')}
              </Menu.Item>
            )}
            {more.feed && (
              <Menu.Item mih={44} leftSection={<IconRss size={20} stroke={1.75} />} onClick={more.feed}>
                {t('events.feed')}
              </Menu.Item>
            )}
            {more.twins && (
              <Menu.Item mih={44} leftSection={<IconArrowMerge size={20} stroke={1.75} />} onClick={more.twins}>
                {t('events.twins')}
              </Menu.Item>
            )}
            {more.publicLink && (
              <Menu.Item mih={44} leftSection={<IconQrcode size={20} stroke={1.75} />} onClick={more.publicLink}>
                {t('events.publicLink')}
              </Menu.Item>
            )}
            {more.settings && (
              <Menu.Item mih={44} leftSection={<IconSettings size={20} stroke={1.75} />} onClick={more.settings}>
                {t('panel.settings')}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const FilterItems = ({ kind }: { kind: AoiKind }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  return (
    <>
      <Menu.Label>{t('narrowed.choose')}</Menu.Label>
      {offeredFilters(workspace, kind).map(({ key, isChosen, toggled }) => (
        <Menu.CheckboxItem
          key={key}
          mih={44}
          checked={isChosen}
          checkIcon={<IconCheck size={20} stroke={1.75} aria-hidden />}
          closeMenuOnClick
          onChange={() => go({ ...workspace, ...toggled })}
        >
          {t(`narrowed.${key}`)}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
    </>
  )
}
