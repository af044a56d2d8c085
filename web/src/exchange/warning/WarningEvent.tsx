import { Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LngLat, Warning } from '#contract'
import { useIsOffline } from '../../api/live.ts'
import { AddressField } from '../../map/places/AddressField.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import parts from '../../ui/layout/Settings.module.css'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useCreateWarningEvent } from './data.ts'

type Props = {
  warning: Warning
  /** Event types that the member may report; empty if the member may not report. */
  types: readonly NamedItem[]
  onEvent: (nonce: string) => void
}

/** A button that creates an event from a warning, or opens the existing event. */
export const WarningEvent = ({ warning, types, onEvent }: Props) => {
  const { t } = useTranslation()
  const isOffline = useIsOffline()
  const [isOpen, setIsOpen] = useState(false)
  const { event } = warning
  if (event)
    return (
      <Button variant="light" fullWidth onClick={() => onEvent(event.nonce)}>
        {t('warning.openEvent', { name: event.name })}
      </Button>
    )
  if (types.length === 0) return null
  if (isOpen) return <NewEvent warning={warning} types={types} onEvent={onEvent} onCancel={() => setIsOpen(false)} />
  return (
    <Button
      fullWidth
      disabled={isOffline}
      title={isOffline ? t('live.needed') : undefined}
      leftSection={<IconPlus size={18} stroke={1.75} />}
      onClick={() => setIsOpen(true)}
    >
      {t('warning.createEvent')}
    </Button>
  )
}

type Place = { address: string; coordinates: LngLat }

const NewEvent = ({ warning, types, onEvent, onCancel }: Props & { onCancel: () => void }) => {
  const { t } = useTranslation()
  const create = useCreateWarningEvent(warning._id)
  const [typeId, setTypeId] = useState<string | null>(types.length === 1 ? (types[0]?._id ?? null) : null)
  const [place, setPlace] = useState<Place>()
  const errors = fieldErrors(create.error, t)
  const isPlaced = warning.place !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!typeId) return
    const body = { eventTypeId: typeId, ...(place && { coordinates: place.coordinates }) }
    create.mutate(body, {
      onSuccess: ({ nonce, isNew }) => {
        void toast({ message: t(isNew ? 'warning.eventCreated' : 'warning.eventExists') })
        onEvent(nonce)
      },
    })
  }
  return (
    <form className={parts.form} onSubmit={submit} noValidate aria-label={t('warning.createEvent')}>
      <Select
        label={t('warning.eventType')}
        data={types.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={typeId}
        onChange={setTypeId}
        error={errors.eventTypeId}
        searchable
        withAsterisk
        data-autofocus
      />
      {!isPlaced && (
        <>
          <p className={parts.hint}>{t('warning.noPlace')}</p>
          <AddressField
            label={t('place.label')}
            isRequired
            address={place?.address ?? ''}
            point={place?.coordinates ?? null}
            near={() => place?.coordinates}
            error={errors.coordinates}
            onChoose={({ address, coordinates }) => setPlace({ address, coordinates })}
            onPosition={(coordinates) => setPlace({ address: coordinates.toReversed().join(', '), coordinates })}
            onLeave={() => {}}
          />
        </>
      )}
      <p className={parts.hint}>{t('warning.eventHint')}</p>
      {!errors.eventTypeId && !errors.coordinates && <ProblemText problem={create.error} />}
      <div className={parts.buttons}>
        <Button type="submit" loading={create.isPending} disabled={!typeId || (!isPlaced && !place)}>
          {t('warning.createNow')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('word.cancel')}
        </Button>
      </div>
    </form>
  )
}
