import { IconMessages, IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, aoiSubject, may, type Profile } from '#contract'
import { ActivityFacts } from '../../core/aoi/activity/ActivityFacts.tsx'
import { type ActivityTab, useSeen } from '../../core/aoi/activity/data.ts'
import { type Subscriber, SubscriberList, useSubscriberName } from '../../core/aoi/activity/SubscriberList.tsx'
import { TabCount } from '../../core/aoi/activity/TabCount.tsx'
import { LogInput } from '../../core/aoi/log/LogInput.tsx'
import { LogList } from '../../core/aoi/log/LogList.tsx'
import { useCommunityNames, useGroups } from '../../core/community/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import classes from './EventDetails.module.css'
import { JumpButton, LOG_ID } from './JumpButton.tsx'
import type { Pictures } from './use-pictures.tsx'

export const ActivityAbout = ({ aoi }: { aoi: Aoi }) => {
  const communities = useCommunityNames()
  const { data: groups } = useGroups({ enabled: aoi.properties.groups.length > 0 })
  const names = groups?.filter(({ _id }) => aoi.properties.groups.includes(_id)).map(nameOf) ?? []
  return (
    <ActivityFacts aoi={aoi} community={communities.get(aoi.properties.activity?.communityId ?? '')} groups={names} />
  )
}

export const useActivityTabs = () => {
  const [tab, setTab] = useState<ActivityTab>('updates')
  const [target, setTarget] = useState<Subscriber>()
  return { tab, setTab, target, setTarget }
}
type Tabs = ReturnType<typeof useActivityTabs>

type Props = { aoi: Aoi; profile: Profile; tabs: Tabs; closed: string | undefined }

export const ActivityJumps = ({ aoi, tabs: { setTab } }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <JumpButton
        icon={IconMessages}
        label={t('activities.tab.updates')}
        count={aoi.properties.logs.length}
        onPress={() => setTab('updates')}
      />
      <JumpButton
        icon={IconUsers}
        label={t('activities.tab.subscribers')}
        count={aoi.subscribersCount}
        onPress={() => setTab('subscribers')}
      />
    </>
  )
}

export const ActivityTabs = ({ aoi, profile, tabs, closed, onPhoto }: Props & { onPhoto: Pictures['openAt'] }) => {
  const { t } = useTranslation()
  const { tab, setTab, target, setTarget } = tabs
  useSeen(aoi, tab)
  const nameOf = useSubscriberName()
  const names = useMemo(() => new Map(aoi.subscribers.map((one) => [one._id, nameOf(one)])), [aoi.subscribers, nameOf])
  const { updates, subscriptions } = aoi.updates
  return (
    <section id={LOG_ID} className={classes.log} aria-label={t('activities.detailTabs')}>
      <TabBar
        label={t('activities.detailTabs')}
        tabs={[
          {
            id: 'updates',
            title: t('activities.tab.updates'),
            after: (
              <TabCount
                total={aoi.properties.logs.length}
                fresh={updates}
                label={t('activities.newUpdates', { count: updates })}
              />
            ),
          },
          {
            id: 'subscribers',
            title: t('activities.tab.subscribers'),
            after: (
              <TabCount
                total={aoi.subscribersCount}
                fresh={subscriptions}
                label={t('activities.newSubscribers', { count: subscriptions })}
              />
            ),
          },
        ]}
        selected={tab}
        controls="activity-tab"
        onChoose={setTab}
      />
      <div id="activity-tab" role="tabpanel" aria-label={t(`activities.tab.${tab}`)} className={classes.tab}>
        {tab === 'updates' ? (
          <LogList entries={aoi.properties.logs} recipientName={(id) => names.get(id)} onPhoto={onPhoto} />
        ) : (
          <SubscriberList
            aoi={aoi}
            target={target?._id}
            onTarget={closed === undefined ? setTarget : undefined}
            mayRemove={may(actorOf(profile), 'subscriber.remove', aoiSubject(aoi))}
            renderLog={({ logs }) => <LogList entries={logs} none={t('activities.noTalk')} onPhoto={onPhoto} />}
          />
        )}
      </div>
    </section>
  )
}

/**
 * An entry written on the Subscribers tab is for one subscriber; on the Updates tab, for all readers or members only.
 */
export const ActivityLogInput = ({ aoi, profile, tabs, closed }: Props) => {
  const { t } = useTranslation()
  const { tab, target, setTarget } = tabs
  const nameOf = useSubscriberName()
  const actions = profile.role?.actions ?? []
  if (tab === 'updates')
    return <LogInput key="all" subject={{ number: aoi.number }} actions={actions} closed={closed} />
  // Undefined if the subscriber has left or was removed meanwhile.
  const recipient = aoi.subscribers.find(({ _id }) => _id === target?._id)
  if (!recipient)
    return (
      <LogInput
        key="none"
        subject={{ number: aoi.number }}
        actions={actions}
        closed={closed ?? t('activities.chooseSubscriber')}
        withLock={false}
      />
    )
  const to = { id: recipient._id, name: nameOf(recipient), onDrop: () => setTarget(undefined) }
  return (
    <LogInput key={recipient._id} subject={{ number: aoi.number }} actions={actions} closed={closed} recipient={to} />
  )
}
