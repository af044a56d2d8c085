import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { EventType, LngLat } from '#contract'
import { useIsOffline } from '../../api/live.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { useTypeSuggestions } from './data.ts'
import classes from './TypeSuggestions.module.css'

type Props = {
  serviceId: string
  types: readonly EventType[]
  typeId: string
  place: LngLat | undefined
  text: string
  onChoose: (typeId: string) => void
}

const PAUSE_MS = 600
const LETTERS = 3

/** Suggests types while an event is written, and names the words that led to them. Empty if the server is uncertain. */
export const TypeSuggestions = ({ serviceId, types, typeId, place, text, onChoose }: Props) => {
  const { t } = useTranslation()
  const isOffline = useIsOffline()
  const words = text.trim().slice(0, 20_000)
  const isReady = words.length >= LETTERS && !isOffline
  const [question] = useDebouncedValue(
    isReady ? JSON.stringify({ serviceId, text: words, place: place ?? null }) : '',
    PAUSE_MS,
  )
  const { data = [] } = useTypeSuggestions(question && isReady ? JSON.parse(question) : undefined)
  const offered = data.flatMap((one) => types.find(({ _id }) => _id === one.typeId) ?? [])
  if (!isReady || offered.length === 0 || offered[0]?._id === typeId) return null
  const reasons = new Intl.ListFormat(currentLanguage(), { type: 'unit', style: 'short' }).format(
    (data[0]?.words ?? []).map((word) => isolated(t('eventForm.quoted', { word }))),
  )
  return (
    <section className={classes.suggestions} aria-label={t('eventForm.suggestedTypes')} aria-live="polite">
      <span className={classes.reason}>
        {reasons ? t('eventForm.suggestedBy', { words: reasons }) : t('eventForm.suggestedTypes')}
      </span>
      {offered.map((type) => (
        <Button key={type._id} variant="default" size="compact-md" onClick={() => onChoose(type._id)}>
          {nameOf(type)}
        </Button>
      ))}
    </section>
  )
}
