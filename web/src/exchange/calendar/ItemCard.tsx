import { Button, CloseButton, Popover } from '@mantine/core'
import { IconCalendarEvent, IconClock, IconMapPin, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarItem } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { titleOf } from '../../i18n/names.ts'
import classes from './ItemCard.module.css'
import { timeText } from './times.ts'

type Props = {
  item: CalendarItem
  at: DOMRect
  type: string | undefined
  onClose: () => void
  onOpen: () => void
  onMove: (() => void) | undefined
}

export const ItemCard = ({ item, at, type, onClose, onOpen, onMove }: Props) => {
  const { t } = useTranslation()
  const facts = [
    { icon: IconClock, text: timeText(item, currentLanguage()) },
    { icon: IconMapPin, text: item.address },
    { icon: IconUsersGroup, text: item.community ? titleOf(item.community) : type },
    {
      icon: IconUsers,
      text: item.subscribersCount > 0 && t('calendar.subscribers', { count: item.subscribersCount }),
    },
  ]
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      width={300}
      position="bottom"
      shadow="md"
      trapFocus
      returnFocus
      // The target is a position, not a button, so it gets no ARIA attributes.
      withRoles={false}
      middlewares={{ shift: { padding: 8 }, flip: true }}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <span
          className={classes.anchor}
          // Physical sides, because screen coordinates are the same in both writing directions.
          style={{ inset: `${at.y}px auto auto ${at.x}px`, inlineSize: at.width, blockSize: Math.min(at.height, 40) }}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.card} role="dialog" aria-label={item.name}>
        <header className={classes.header}>
          <h3 className={classes.name}>
            <bdi>{item.name}</bdi>
          </h3>
          <CloseButton aria-label={t('word.close')} title={t('word.close')} onClick={onClose} />
        </header>
        <ul className={classes.facts}>
          <li className={classes.kind}>
            <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
            {t(item.kind === 'event' ? 'calendar.event' : 'calendar.activity')}
            {item.state === 'done' && ` · ${t('calendar.archived')}`}
          </li>
          {facts.map(
            ({ icon: Shape, text }) =>
              text && (
                <li key={text}>
                  <Shape size={16} stroke={1.75} aria-hidden />
                  <bdi>{text}</bdi>
                </li>
              ),
          )}
        </ul>
        <div className={classes.buttons}>
          {onMove && (
            <Button variant="default" onClick={onMove}>
              {t('calendar.move')}
            </Button>
          )}
          <Button onClick={onOpen} data-autofocus>
            {t('calendar.open')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
