import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useEventTypeList } from '../../core/event-type/data.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { StarterSets } from '../../operations/starter/StarterSets.tsx'
import { useMapSettings, useService } from '../../people/service/data.ts'
import { MapSettingsForm } from '../../people/service/MapSettingsForm.tsx'
import { ServiceForm } from '../../people/service/ServiceForm.tsx'
import { useSettings } from '../../people/setting/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { LoadingState } from './LoadingState.tsx'
import classes from './Settings.module.css'
import { SettingsPart } from './SettingsPart.tsx'

const TermsEditor = lazy(
  withTexts(['people', 'work'], () =>
    import('../../people/setting/TermsEditor.tsx').then((file) => ({ default: file.TermsEditor })),
  ),
)

const ServiceWebhooks = lazy(
  withTexts(['delivery'], () => import('./ServiceWebhooks.tsx').then((file) => ({ default: file.ServiceWebhooks }))),
)

const PublicBoard = lazy(
  withTexts(['board', 'board-settings', 'people'], () =>
    import('../../public/board/BoardSettings.tsx').then((file) => ({ default: file.BoardSettings })),
  ),
)

const ReporterTexts = lazy(
  withTexts(['follow', 'reporter-texts'], () =>
    import('../../public/visitor/ReporterTextSettings.tsx').then((file) => ({ default: file.ReporterTextSettings })),
  ),
)

const TextInbox = lazy(
  withTexts(['text-inbox'], () =>
    import('../../public/text-message/TextInboxSettings.tsx').then((file) => ({ default: file.TextInboxSettings })),
  ),
)

export const ServiceSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace } = useWorkspace()
  const service = useService(profile.service._id)
  const actor = actorOf(profile)
  if (!mayEver(actor, 'service.edit')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  return (
    <div className={classes.panel}>
      {service.data ? (
        <>
          <SettingsPart title={t('starter.sets')} isOpenFirst={workspace.tab === 'starter'}>
            <StarterSets />
          </SettingsPart>
          <SettingsPart title={t('serviceSettings.part.general')} isOpenFirst={workspace.tab === 'general'}>
            <ServiceForm
              draft={`service.${profile._id}`}
              service={service.data}
              hasSecondFactor={profile.secondFactor?.isOn ?? false}
              more={<Terms serviceTitle={service.data.title} />}
            />
          </SettingsPart>
          {mayEver(actor, 'publicLink.replace') && (
            <>
              <SettingsPart title={t('serviceSettings.part.board')}>
                <Board profile={profile} />
              </SettingsPart>
              <SettingsPart title={t('serviceSettings.part.textInbox')}>
                <div className={classes.section}>
                  <Suspense>
                    <TextInbox />
                  </Suspense>
                </div>
              </SettingsPart>
              <SettingsPart title={t('serviceSettings.part.texts')}>
                <div className={classes.section}>
                  <Suspense>
                    <ReporterTexts draft={`reporter-texts.${profile._id}`} />
                  </Suspense>
                </div>
              </SettingsPart>
            </>
          )}
          {mayEver(actor, 'webhook.edit') && (
            <SettingsPart title={t('serviceSettings.part.webhooks')}>
              <div className={classes.section}>
                <Suspense>
                  <ServiceWebhooks profile={profile} />
                </Suspense>
              </div>
            </SettingsPart>
          )}
          {mayEver(actor, 'mapSettings.edit') && (
            <SettingsPart title={t('mapSettings.title')}>
              <MapSources service={service.data._id} />
            </SettingsPart>
          )}
        </>
      ) : (
        <LoadingState problem={service.error} onRetry={service.refetch} />
      )}
    </div>
  )
}

const Board = ({ profile }: { profile: Profile }) => {
  const { data: types } = useEventTypeList(profile.service._id)
  return (
    <div className={classes.section}>
      <Suspense>
        {types && (
          <PublicBoard
            draft={`board.${profile._id}`}
            types={types.map((type) => ({ _id: type._id, name: nameOf(type) }))}
          />
        )}
      </Suspense>
    </div>
  )
}

const Terms = ({ serviceTitle }: { serviceTitle: string }) => {
  const { t } = useTranslation()
  const { data: settings } = useSettings()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <Button variant="default" disabled={!settings} onClick={() => setIsEditing(true)}>
        {t('terms.title')}
      </Button>
      {isEditing && settings && (
        <Suspense>
          <TermsEditor settings={settings} serviceTitle={serviceTitle} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

const MapSources = ({ service }: { service: string }) => {
  const settings = useMapSettings(service)
  return settings.data ? (
    <MapSettingsForm service={service} settings={settings.data} />
  ) : (
    <LoadingState problem={settings.error} onRetry={settings.refetch} />
  )
}
