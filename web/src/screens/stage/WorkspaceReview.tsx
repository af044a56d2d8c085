import { Button, NativeSelect } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type HeldReportWithTwins, mayEver, type Profile } from '#contract'
import { withApiHeaders } from '../../api/call.ts'
import { useEventTypes } from '../../core/aoi/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { currentLanguage, withTexts } from '../../i18n/i18n.ts'
import { dotted } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { rolesToChoose, useRoles } from '../../people/role/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { useBoardSettings } from '../../public/board/data.ts'
import { ReviewPage } from '../../public/review/ReviewPage.tsx'
import twinClasses from '../../public/twin/EventTwins.module.css'
import { reasonsText } from '../../public/twin/reasons.ts'
import { TwinRow } from '../../public/twin/TwinRow.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useExportDialog } from '../panels/use-export-dialog.tsx'
import { firstView } from '../workspace/first-view.ts'
import { useBasemap } from '../workspace/use-basemap.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { CoverButtons } from './CoverDialogs.tsx'
import { textsOfReport } from './cover-texts.ts'

const PublicTextField = lazy(
  withTexts(['board-settings'], () =>
    import('../../public/board/PublicTextCard.tsx').then((file) => ({ default: file.PublicTextField })),
  ),
)

const TypeSuggestions = lazy(() =>
  import('../../core/event-type/TypeSuggestions.tsx').then((file) => ({ default: file.TypeSuggestions })),
)

const ReportMap = lazy(() => import('../../public/review/ReportMap.tsx').then((file) => ({ default: file.ReportMap })))

export const WorkspaceReview = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { basemap } = useBasemap(profile)
  const { data: types = [] } = useEventTypes(profile.service._id)
  const { data: roles = [] } = useRoles(profile.service._id)
  const { data: regions = [] } = useRegions()
  const mayReview = mayEver(actorOf(profile), 'report.review')
  const { data: board } = useBoardSettings({ enabled: mayReview })
  const { open, dialog } = useExportDialog(profile, { title: t('review.title'), hasPlaces: true })
  if (!mayReview) return <EmptyState icon={IconLock} text={t('problem.forbidden')} />
  const renderTwins = ({ twins }: HeldReportWithTwins, onMerge: (aoiId: string) => void) => (
    <ul className={twinClasses.list}>
      {twins.map((twin) => (
        <TwinRow
          key={twin._id}
          {...twin}
          about={dotted([twin.isClaimed && t('twin.claimed'), reasonsText(twin, currentLanguage())])}
        >
          <Button size="compact-sm" variant="default" onClick={() => onMerge(twin._id)}>
            {t('review.merge')}
          </Button>
        </TwinRow>
      ))}
    </ul>
  )
  const renderType = (report: HeldReportWithTwins, typeId: string, onChoose: (typeId: string) => void) => (
    <div>
      <NativeSelect
        label={t('review.eventType')}
        value={typeId}
        onChange={(event) => onChoose(event.currentTarget.value)}
        // The report's own type is added, because an archived type is missing from `types`.
        data={[report.type, ...types.filter(({ _id }) => _id !== report.type._id)].map((type) => ({
          value: type._id,
          label: nameOf(type),
        }))}
      />
      <Suspense>
        <TypeSuggestions
          serviceId={profile.service._id}
          types={types}
          typeId={typeId}
          place={report.coordinates ?? undefined}
          text={textsOfReport(report, t)
            .map(({ text }) => text)
            .join(' ')}
          onChoose={onChoose}
        />
      </Suspense>
    </div>
  )
  return (
    <>
      <ReviewPage
        onExport={open && ((ids) => open({ list: 'reports', ids }))}
        types={types.map((type) => ({ _id: type._id, name: nameOf(type) }))}
        mayEdit={mayEver(actorOf(profile), 'service.edit')}
        roles={rolesToChoose(roles)
          .filter(({ isViewer }) => !isViewer)
          .map((role) => ({ _id: role._id, name: nameOf(role) }))}
        renderMap={({ name }, at, onPress) => (
          <Suspense>
            <ReportMap
              at={at}
              view={firstView({ profile, regions, extent: null })}
              name={name}
              onPress={onPress}
              basemap={basemap}
              transformRequest={withApiHeaders}
            />
          </Suspense>
        )}
        renderCovers={(report, onOpen) => (
          <CoverButtons
            key={report._id}
            id={report._id}
            photo={report.image === null ? undefined : { src: report.image, alt: t('review.photo') }}
            texts={textsOfReport(report, t)}
            onOpen={onOpen}
          />
        )}
        renderTwins={renderTwins}
        renderType={renderType}
        renderPublicText={(report, typeId, parts, onChange) =>
          board?.isOn &&
          board.typeIds.includes(typeId) &&
          // A report that adds to an event becomes an entry of that event, which already has a public text.
          report.addsTo === null && (
            <Suspense>
              <PublicTextField value={parts} canHavePhoto={report.image !== null} onChange={onChange} />
            </Suspense>
          )
        }
        onClose={() => go({ ...workspace, view: undefined, panel: undefined })}
      />
      {dialog}
    </>
  )
}
