import { Button, Menu, SegmentedControl, Switch } from '@mantine/core'
import {
  IconCalendarPlus,
  IconChevronLeft,
  IconChevronRight,
  IconDotsVertical,
  IconPrinter,
  IconRss,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import { firstWeekday } from '../../i18n/week.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { type Span, step, titleOf } from './span.ts'
import classes from './Toolbar.module.css'
import type { CalendarProps } from './types.ts'

const spans: readonly Span[] = ['month', 'week', 'day', 'agenda']

type Props = Omit<CalendarProps, 'onCreate'> & { onFeed: () => void; onCreate: (() => void) | undefined }

export const Toolbar = ({
  span,
  day,
  today,
  withEvents,
  isWide,
  onShow,
  onWithEvents,
  onFeed,
  onCreate,
  onClose,
}: Props) => {
  const { t } = useTranslation()
  const title = titleOf(day, span, currentLanguage(), firstWeekday(currentLanguage()))
  const events = (
    <Switch
      className={classes.events}
      label={t('calendar.withEvents')}
      checked={withEvents}
      onChange={(change) => onWithEvents(change.currentTarget.checked)}
    />
  )
  const close = onClose && <IconButton icon={IconX} label={t('calendar.close')} onClick={onClose} />
  return (
    <header className={classes.bar}>
      <div className={classes.where}>
        <IconButton
          icon={IconChevronLeft}
          className={classes.mirrored}
          label={t(`calendar.previous.${span}`)}
          onClick={() => onShow({ day: step(day, span, -1) })}
        />
        <IconButton
          icon={IconChevronRight}
          className={classes.mirrored}
          label={t(`calendar.next.${span}`)}
          onClick={() => onShow({ day: step(day, span, 1) })}
        />
        <Button variant="default" size="compact-md" onClick={() => onShow({ day: today })}>
          {t('calendar.today')}
        </Button>
        <h2 className={classes.title} aria-live="polite">
          <bdi>{title}</bdi>
        </h2>
        {!isWide && close}
      </div>
      <SegmentedControl
        className={classes.spans}
        aria-label={t('calendar.span')}
        value={span}
        onChange={(next) => onShow({ span: next as Span })}
        data={spans.map((value) => ({ value, label: t(`calendar.spans.${value}`) }))}
      />
      <div className={classes.actions}>
        {isWide && events}
        {onCreate && (
          <IconButton
            icon={IconCalendarPlus}
            variant="light"
            color="primary"
            label={t('calendar.create')}
            onClick={onCreate}
          />
        )}
        <Menu position="bottom-end" offset={4} shadow="md" transitionProps={{ duration: 120 }}>
          <Menu.Target>
            <IconButton icon={IconDotsVertical} label={t('calendar.menu')} />
          </Menu.Target>
          <Menu.Dropdown>
            {!isWide && (
              <Menu.Item mih={44} closeMenuOnClick={false} component="div">
                {events}
              </Menu.Item>
            )}
            <Menu.Item mih={44} leftSection={<IconRss size={20} stroke={1.75} />} onClick={onFeed}>
              {t('calendar.subscribe')}
            </Menu.Item>
            <Menu.Item mih={44} leftSection={<IconPrinter size={20} stroke={1.75} />} onClick={() => window.print()}>
              {t('calendar.print')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {isWide && close}
      </div>
    </header>
  )
}
