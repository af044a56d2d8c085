import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type WebhookEvent, webhookEvents } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { PickList } from '../../ui/fields/PickList.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import parts from '../../ui/layout/Settings.module.css'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import type { WebhookValues } from './data.ts'
import { eventText } from './event-text.ts'

/** Event types and regions that a webhook can be limited to. */
export type LimitChoices = { types: readonly NamedItem[]; regions: readonly NamedItem[] }

type Props = {
  choices: LimitChoices
  initial?: WebhookValues
  submitLabel: string
  problem: unknown
  isBusy: boolean
  onSubmit: (values: WebhookValues) => void
  onCancel: () => void
}

const idsOrAll = (ids: string[]) => (ids.length > 0 ? ids : null)

export const WebhookForm = ({ choices, initial, submitLabel, problem, isBusy, onSubmit, onCancel }: Props) => {
  const { t } = useTranslation()
  const [url, setUrl] = useState(initial?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(initial?.events ?? ['alarm.raised', 'alarm.cleared'])
  const [types, setTypes] = useState(initial?.eventTypes ?? [])
  const [regions, setRegions] = useState(initial?.regions ?? [])
  const errors = fieldErrors(problem, t)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ url: url.trim(), events, eventTypes: idsOrAll(types), regions: idsOrAll(regions) })
  }
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    setEvents((chosen) => webhookEvents.filter((one) => (one === event ? isOn : chosen.includes(one))))
  return (
    <form className={parts.form} onSubmit={submit} noValidate aria-label={submitLabel}>
      <TextInput
        label={t('webhook.url')}
        type="url"
        dir="ltr"
        classNames={{ input: parts.ltr }}
        placeholder="https://example.org/hooks/cohesion"
        value={url}
        error={errors.url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        required
      />
      <FieldGroup name={t('webhook.events')}>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventText(event, t)}
            checked={events.includes(event)}
            onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          />
        ))}
      </FieldGroup>
      {choices.types.length > 0 && (
        <PickList
          label={t('webhook.types')}
          description={t('webhook.typesHint')}
          add={t('webhook.addType')}
          none={t('webhook.noTypesLeft')}
          options={choices.types}
          selectedIds={types}
          onChange={setTypes}
          error={errors.eventTypes}
        />
      )}
      {choices.regions.length > 0 && (
        <PickList
          label={t('webhook.regions')}
          description={t('webhook.regionsHint')}
          add={t('webhook.addRegion')}
          none={t('webhook.noRegionsLeft')}
          options={choices.regions}
          selectedIds={regions}
          onChange={setRegions}
          error={errors.regions}
        />
      )}
      {!errors.url && <ProblemText problem={problem} />}
      <div className={parts.buttons}>
        <Button type="submit" loading={isBusy} disabled={url.trim() === '' || events.length === 0}>
          {submitLabel}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('webhook.cancel')}
        </Button>
      </div>
    </form>
  )
}
