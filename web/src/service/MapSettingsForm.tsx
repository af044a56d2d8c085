import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWebAddress, type MapCheck, type MapSettings } from '#contract'
import { fieldErrors } from '../ui/form.ts'
import { ProblemText } from '../ui/ProblemText.tsx'
import { toast } from '../ui/toast.ts'
import { useChangeMapSettings, useCheckMap } from './data.ts'
import classes from './Service.module.css'

const fields = [
  { name: 'styleUrl', kind: 'style' },
  { name: 'geocoderUrl', kind: 'geocoder' },
] as const

/** Where map and addresses come from, each tried before it is kept. What the environment sets stands where both are empty. */
export const MapSettingsForm = ({ service, settings }: { service: string; settings: MapSettings }) => {
  const { t } = useTranslation()
  const [values, setValues] = useState(settings)
  const [results, setResults] = useState<Partial<Record<keyof MapSettings, MapCheck>>>({})
  const save = useChangeMapSettings(service)
  const check = useCheckMap()
  const errors = fieldErrors(save.error, t)
  const isChanged = fields.some(({ name }) => values[name] !== settings[name])
  const set = (name: keyof MapSettings, value: string) => {
    setValues((now) => ({ ...now, [name]: value.trim() }))
    setResults((now) => ({ ...now, [name]: undefined }))
  }
  const test = (name: keyof MapSettings, kind: 'style' | 'geocoder') =>
    check.mutateAsync({ kind, url: values[name] }).then(
      (result) => setResults((now) => ({ ...now, [name]: result })),
      // Shown beside the button.
      () => {},
    )
  const saveAll = async () => {
    await save.mutateAsync(values).then(
      () => toast({ message: t('word.saved') }),
      // Shown below, or under its field.
      () => {},
    )
  }
  const wrong = (name: keyof MapSettings) =>
    errors[name] ?? (values[name] !== '' && !isWebAddress(values[name]) ? t('form.url') : undefined)
  return (
    <section className={classes.section} aria-label={t('mapSettings.title')}>
      <h3 className={classes.heading}>{t('mapSettings.title')}</h3>
      {fields.map(({ name, kind }) => (
        <div key={name} className={classes.tried}>
          <TextInput
            label={t(`mapSettings.${name}`)}
            description={t(`mapSettings.${name}Hint`)}
            type="url"
            dir="ltr"
            placeholder="https://"
            maxLength={2000}
            value={values[name]}
            onChange={(event) => set(name, event.currentTarget.value)}
            error={wrong(name)}
          />
          <div className={classes.row}>
            <Button
              variant="default"
              size="xs"
              disabled={!isWebAddress(values[name])}
              loading={check.isPending && check.variables?.kind === kind}
              onClick={() => test(name, kind)}
              aria-label={`${t('mapSettings.test')}: ${t(`mapSettings.${name}`)}`}
            >
              {t('mapSettings.test')}
            </Button>
            <Result result={results[name]} />
          </div>
          <ProblemText problem={check.variables?.kind === kind && check.error} />
        </div>
      ))}
      <ProblemText problem={Object.keys(errors).length > 0 ? undefined : save.error} />
      <Button
        disabled={!isChanged || fields.some(({ name }) => wrong(name))}
        loading={save.isPending}
        onClick={saveAll}
      >
        {t('mapSettings.save')}
      </Button>
    </section>
  )
}

const Result = ({ result }: { result: MapCheck | undefined }) => {
  const { t } = useTranslation()
  if (!result) return null
  return (
    <p className={classes.result} data-working={result.isWorking} role="status">
      {t(result.isWorking ? 'mapSettings.works' : 'mapSettings.fails')} <bdi>{result.detail}</bdi>
    </p>
  )
}
