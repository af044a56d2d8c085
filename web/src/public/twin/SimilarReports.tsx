import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { useIsOffline } from '../../api/live.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted } from '../../i18n/isolated.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useSimilar } from './data.ts'
import classes from './EventTwins.module.css'
import { reasonsText } from './reasons.ts'
import { TwinRow } from './TwinRow.tsx'

type SimilarProps = {
  serviceId: string
  typeId: string
  place: LngLat | undefined
  text: string
  answers: { _id: string; value: string }[]
  sameAs: { id: string; label: string } | undefined
  differsFrom: readonly string[]
  onSame: (twin: { id: string; label: string } | undefined) => void
  onOther: (id: string) => void
}

const PAUSE_MS = 600
const LETTERS = 3

export const SimilarReports = (props: SimilarProps) => {
  const { t } = useTranslation()
  const { serviceId, typeId, place, text, answers, sameAs, differsFrom, onSame, onOther } = props
  const isOffline = useIsOffline()
  const isReady = typeId !== '' && place !== undefined && text.trim().length >= LETTERS && !isOffline
  const [question] = useDebouncedValue(
    isReady ? JSON.stringify({ serviceId, typeId, place, text: text.trim().slice(0, 20_000), answers }) : '',
    PAUSE_MS,
  )
  const { data = [] } = useSimilar(question && isReady ? JSON.parse(question) : undefined)
  if (sameAs)
    return (
      <Notice text={t('twin.willBeAdded', { label: sameAs.label })}>
        <Button size="compact-sm" variant="subtle" onClick={() => onSame(undefined)}>
          {t('word.undo')}
        </Button>
      </Notice>
    )
  const twins = data.filter(({ _id }) => !differsFrom.includes(_id))
  if (!isReady || twins.length === 0) return null
  return (
    <section aria-label={t('twin.alreadyReported')} aria-live="polite">
      <h3 className={classes.heading}>{t('twin.alreadyReported')}</h3>
      <ul className={classes.list}>
        {twins.map((twin) => (
          <TwinRow
            key={twin._id}
            {...twin}
            about={dotted([t(`aoi.state.${twin.state}`), reasonsText(twin, currentLanguage())])}
          >
            <Button
              size="compact-md"
              variant="light"
              onClick={() => onSame({ id: twin._id, label: `#${twin.number} ${twin.name}` })}
            >
              {t('twin.same')}
            </Button>
            <Button size="compact-md" variant="default" onClick={() => onOther(twin._id)}>
              {t('twin.other')}
            </Button>
          </TwinRow>
        ))}
      </ul>
    </section>
  )
}
