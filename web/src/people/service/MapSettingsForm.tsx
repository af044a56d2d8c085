import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, isOwnPath, isWebAddress, type MapCheck, type MapSettings } from '#contract'
import { fetchStyle } from '../../map/basemap.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useChangeMapSettings, useCheckMap } from './data.ts'
import classes from './Service.module.css'

const fields = [
  { name: 'styleUrl', kind: 'style' },
  { name: 'geocoderUrl', kind: 'geocoder' },
] as const

const isAddress = (kind: 'style' | 'geocoder', value: string) =>
  isWebAddress(value) || (kind === 'style' && isOwnPath(value))

const check = (values: MapSettings): FieldProblems =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) =>
      values[name] === '' || isAddress(kind, values[name]) ? [] : [[name, 'form.url']],
    ),
  )

/** Tests a style on this server by loading it in the browser, as the map does. */
const tryOwnStyle = async (path: string): Promise<MapCheck> => {
  const style = await fetchStyle(path)
  return { isWorking: style !== undefined, detail: style?.name ?? '' }
}

export const MapSettingsForm = ({ service, settings }: { service: string; settings: MapSettings }) => {
  const { t } = useTranslation()
  const form = useDraftForm<MapSettings>({ draft: `map.${service}`, saved: settings, check })
  const { values } = form
  const [results, setResults] = useState<Partial<Record<keyof MapSettings, MapCheck>>>({})
  const save = useChangeMapSettings(service)
  const look = useCheckMap()
  const set = (name: keyof MapSettings, value: string) => {
    form.set(name, value.trim())
    setResults((now) => ({ ...now, [name]: undefined }))
  }
  const test = (name: keyof MapSettings, kind: 'style' | 'geocoder') =>
    (isOwnPath(values[name]) ? tryOwnStyle(values[name]) : look.mutateAsync({ kind, url: values[name] })).then(
      (result) => setResults((now) => ({ ...now, [name]: result })),
      // Ignored here, because the problem is shown beside the button.
      () => {},
    )
  const send = async () => {
    await save.mutateAsync(values)
    form.forget()
    toast({ message: t('word.saved') })
  }
  return (
    <form className={classes.fields} onSubmit={form.submit(send)} noValidate aria-label={t('mapSettings.title')}>
      {fields.map(({ name, kind }) => (
        <div key={name} className={classes.tried}>
          <TextInput
            label={t(`mapSettings.${name}`)}
            description={t(`mapSettings.${name}Hint`)}
            type={kind === 'style' ? 'text' : 'url'}
            inputMode="url"
            dir="ltr"
            placeholder="https://"
            maxLength={2000}
            value={values[name]}
            onChange={(event) => set(name, event.currentTarget.value)}
            onBlur={() => form.leave(name)}
            error={form.errorOf(name)}
          />
          <div className={classes.row}>
            <Button
              variant="default"
              size="xs"
              disabled={!isAddress(kind, values[name])}
              loading={look.isPending && look.variables?.kind === kind}
              onClick={() => test(name, kind)}
              aria-label={`${t('mapSettings.test')}: ${t(`mapSettings.${name}`)}`}
            >
              {t('mapSettings.test')}
            </Button>
            <Result result={results[name]} />
          </div>
          <ProblemText problem={look.variables?.kind === kind && look.error} />
        </div>
      ))}
      <ProblemText problem={form.problem} />
      <Button type="submit" disabled={!form.isChanged} loading={save.isPending}>
        {t('mapSettings.save')}
      </Button>
    </form>
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
