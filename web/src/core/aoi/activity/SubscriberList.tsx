import { IconChevronDown, IconDots, IconUserMinus } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, displayName, initialOf } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { ContactButtons } from '../../../ui/contact/ContactButtons.tsx'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../../ui/overlays/toast.ts'
import { OneLine } from '../../../ui/text/OneLine.tsx'
import { useRemoveSubscriber } from './data.ts'
import classes from './SubscriberList.module.css'

export type Subscriber = Aoi['subscribers'][number]

type Props = {
  aoi: Aoi
  /** Id of the subscriber to whom the open input writes a private entry. */
  target: string | undefined
  /** Undefined if the member may not write entries. */
  onTarget: ((subscriber: Subscriber | undefined) => void) | undefined
  mayRemove: boolean
  renderLog: (subscriber: Subscriber) => ReactNode
}

export const useSubscriberName = () => {
  const { t } = useTranslation()
  return (subscriber: Subscriber) => displayName({ ...subscriber, username: '' }) || t('word.guest')
}

export const SubscriberList = ({ aoi, target, onTarget, mayRemove, renderLog }: Props) => {
  const { t } = useTranslation()
  const [selectedId, setSelectedId] = useState<string | null>()
  const nameOf = useSubscriberName()
  const { subscribers, properties } = aoi
  if (subscribers.length === 0)
    return (
      <p className={classes.none}>
        {t(properties.activity?.isPublic ? 'activities.noSubscribers' : 'activities.noSubscribersClosed')}
      </p>
    )
  const openId = selectedId === undefined ? subscribers[0]?._id : selectedId
  return (
    <ul className={classes.list}>
      {subscribers.map((subscriber) => (
        <Item
          key={subscriber._id}
          aoiId={aoi._id}
          subscriber={subscriber}
          name={nameOf(subscriber)}
          isOpen={subscriber._id === openId}
          isTarget={subscriber._id === target}
          onToggle={() => setSelectedId(subscriber._id === openId ? null : subscriber._id)}
          onTarget={
            onTarget &&
            (() => {
              setSelectedId(subscriber._id)
              onTarget(subscriber._id === target ? undefined : subscriber)
            })
          }
          mayRemove={mayRemove}
        >
          {renderLog(subscriber)}
        </Item>
      ))}
    </ul>
  )
}

type ItemProps = {
  aoiId: string
  subscriber: Subscriber
  name: string
  isOpen: boolean
  isTarget: boolean
  onToggle: () => void
  onTarget: (() => void) | undefined
  mayRemove: boolean
  children: ReactNode
}

const Item = ({ aoiId, subscriber, name, isOpen, isTarget, onToggle, onTarget, mayRemove, children }: ItemProps) => {
  const { t } = useTranslation()
  const now = useNow()
  const id = useId()
  return (
    <li className={classes.item} data-target={isTarget || undefined}>
      <button type="button" className={classes.head} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <Avatar initial={initialOf(subscriber)} size={36} />
        <span className={classes.who}>
          <OneLine text={name} />
          <span className={classes.meta}>
            {t('activities.since', { time: formatRelative(new Date(subscriber.createdAt), now, t, currentLanguage()) })}
          </span>
        </span>
        <IconChevronDown size={18} stroke={1.75} className={classes.chevron} aria-hidden />
      </button>
      {isOpen && (
        <div id={id} className={classes.body}>
          <div className={classes.actions}>
            <ContactButtons name={name} phone={subscriber.phone} />
            {onTarget && (
              <IconButton
                icon={IconDots}
                label={t(isTarget ? 'activities.stopWriting' : 'activities.writeTo', { name })}
                variant={isTarget ? 'light' : 'subtle'}
                aria-pressed={isTarget}
                onClick={onTarget}
              />
            )}
            {mayRemove && <RemoveButton aoiId={aoiId} subscriber={subscriber} name={name} />}
          </div>
          {children}
        </div>
      )}
    </li>
  )
}

const RemoveButton = ({ aoiId, subscriber, name }: { aoiId: string; subscriber: Subscriber; name: string }) => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveSubscriber(aoiId)
  const yes = () => {
    setIsAsking(false)
    remove
      .mutateAsync(subscriber._id)
      .then(() => toast({ message: t('activities.removed', { name }) }))
      .catch(toastProblem)
  }
  return (
    <>
      <IconButton icon={IconUserMinus} label={t('activities.remove', { name })} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('activities.remove', { name })}
        message={t('activities.removeText', { name })}
        yes={t('word.delete')}
        color="red"
        onYes={yes}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
