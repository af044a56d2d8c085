import { Button, NumberInput, Radio, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WarningFeedLimit } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { PickList } from '../../ui/fields/PickList.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import parts from '../../ui/layout/Settings.module.css'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import type { FeedValues } from './data.ts'
import classes from './Feeds.module.css'

type Props = {
  regions: readonly NamedItem[]
  initial?: FeedValues
  submitLabel: string
  problem: unknown
  isBusy: boolean
  onSubmit: (values: FeedValues) => void
  onCancel: () => void
}

const NAME_MAX = 100
const MOST_MINUTES = 1440
const USUAL_MINUTES = 5
const limits = ['all', 'home', 'regions'] as const satisfies WarningFeedLimit['type'][]

export const FeedForm = ({ regions, initial, submitLabel, problem, isBusy, onSubmit, onCancel }: Props) => {
  const { t } = useTranslation()
  const [name, setName] = useState(initial?.name ?? '')
  const [url, setUrl] = useState(initial?.url ?? '')
  const [minutes, setMinutes] = useState<number | string>(initial?.intervalMinutes ?? USUAL_MINUTES)
  const [showsTests, setShowsTests] = useState(initial?.showsTests ?? false)
  const [limit, setLimit] = useState<WarningFeedLimit['type']>(initial?.limit.type ?? 'all')
  const [regionIds, setRegionIds] = useState(initial?.limit.type === 'regions' ? initial.limit.regionIds : [])
  const errors = fieldErrors(problem, t)
  const regionError = errors['limit.regionIds'] ?? errors.limit
  const isComplete =
    name.trim() !== '' &&
    name.length <= NAME_MAX &&
    url.trim() !== '' &&
    minutes !== '' &&
    (limit !== 'regions' || regionIds.length > 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    onSubmit({
      name: name.trim(),
      url: url.trim(),
      intervalMinutes: Number(minutes),
      showsTests,
      limit: limit === 'regions' ? { type: limit, regionIds } : { type: limit },
    })
  }
  return (
    <form className={parts.form} onSubmit={submit} noValidate aria-label={submitLabel}>
      <LimitedInput
        label={t('warningFeed.name')}
        placeholder={t('warningFeed.namePlaceholder')}
        value={name}
        maxLength={NAME_MAX}
        dir="auto"
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      <TextInput
        label={t('warningFeed.url')}
        description={t('warningFeed.urlHint')}
        type="url"
        dir="ltr"
        classNames={{ input: parts.ltr }}
        placeholder="https://example.org/cap.atom"
        value={url}
        error={errors.url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        required
      />
      <NumberInput
        label={t('warningFeed.interval')}
        value={minutes}
        min={1}
        max={MOST_MINUTES}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        error={errors.intervalMinutes}
        onChange={setMinutes}
        required
      />
      <Radio.Group
        label={t('warningFeed.limit')}
        value={limit}
        onChange={(value) => setLimit(value as WarningFeedLimit['type'])}
      >
        <div className={classes.choices}>
          {limits.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`warningFeed.limits.${type}`)}
              disabled={type === 'regions' && regions.length === 0}
            />
          ))}
        </div>
      </Radio.Group>
      {limit === 'home' && <p className={parts.hint}>{t('warningFeed.homeHint')}</p>}
      {limit === 'regions' && (
        <PickList
          label={t('warningFeed.regions')}
          add={t('warningFeed.addRegion')}
          none={t('warningFeed.noRegionsLeft')}
          options={regions}
          selectedIds={regionIds}
          onChange={setRegionIds}
          error={regionError}
        />
      )}
      <Switch
        label={t('warningFeed.tests')}
        description={t('warningFeed.testsHint')}
        checked={showsTests}
        onChange={(event) => setShowsTests(event.currentTarget.checked)}
      />
      {Object.keys(errors).length === 0 && <ProblemText problem={problem} />}
      <div className={parts.buttons}>
        <Button type="submit" loading={isBusy} disabled={!isComplete}>
          {submitLabel}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('word.cancel')}
        </Button>
      </div>
    </form>
  )
}
