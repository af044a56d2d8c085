import { Button, Checkbox, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type AoiState, type CellSize, cellSizes, type FieldProblems, type BoardSettings as Settings } from '#contract'
import { LinkToGive } from '../../ui/contact/LinkToGive.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { PickList } from '../../ui/fields/PickList.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useBoardSettings, useChangeBoard } from './data.ts'
import { lengthText } from './public-board.ts'

type Types = readonly { _id: string; name: string }[]
const states: readonly AoiState[] = ['new', 'inProgress', 'done']

export const BoardSettings = ({ draft, types }: { draft: string; types: Types }) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useBoardSettings()
  if (data) return <SettingsForm draft={draft} settings={data} types={types} />
  return (
    <SettingsSection title={t('boardSettings.title')} hasOuterTitle>
      {error ? (
        <ProblemText problem={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton rows={3} label={t('word.loading')} />
      )}
    </SettingsSection>
  )
}

type Values = Omit<Settings, 'link' | 'origins'> & { origins: string }

const isOrigin = (address: string): boolean => /^https?:\/\/[^\s/?#@*;,'"]+\/?$/.test(address)
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const check = ({ origins }: Values): FieldProblems =>
  linesOf(origins).every(isOrigin) ? {} : { origins: 'form.invalid' }

const SettingsForm = ({ draft, settings, types }: { draft: string; settings: Settings; types: Types }) => {
  const { t } = useTranslation()
  const { link, origins, ...saved } = settings
  const form = useDraftForm<Values>({ draft, saved: { ...saved, origins: origins.join('\n') }, check })
  const { values } = form
  const save = useChangeBoard()
  const send = async () => {
    await save.mutateAsync({ ...values, origins: linesOf(values.origins) })
    form.forget()
    toast({ message: t('word.saved') })
  }
  const chosen = types.filter(({ _id }) => values.typeIds.includes(_id))
  return (
    <SettingsSection title={t('boardSettings.title')} hasOuterTitle onSubmit={form.submit(send)}>
      <p className={parts.hint}>{t('boardSettings.hint')}</p>
      <Switch label={t('boardSettings.isOn')} {...form.switchField('isOn')} />
      {values.isOn && (
        <>
          <PickList
            label={t('boardSettings.types')}
            add={t('boardSettings.addType')}
            none={t('boardSettings.noTypes')}
            options={types}
            selectedIds={chosen.map(({ _id }) => _id)}
            onChange={(typeIds) => form.set('typeIds', typeIds)}
          />
          {chosen.length === 0 && <p className={parts.warning}>{t('boardSettings.needsType')}</p>}
          <FieldGroup name={t('boardSettings.states')}>
            {states.map((state) => (
              <Checkbox
                key={state}
                label={t(`board.state.${state}`)}
                checked={values.states.includes(state)}
                onChange={(event) =>
                  form.set(
                    'states',
                    states.filter((one) => (one === state ? event.currentTarget.checked : values.states.includes(one))),
                  )
                }
              />
            ))}
          </FieldGroup>
          <NativeSelect
            label={t('boardSettings.cell')}
            description={t('boardSettings.cellHint')}
            value={String(values.cellMetres)}
            onChange={(event) => form.set('cellMetres', Number(event.currentTarget.value) as CellSize)}
            data={cellSizes.map((metres) => ({ value: String(metres), label: lengthText(metres, t) }))}
          />
          <NumberInput
            label={t('boardSettings.days')}
            min={1}
            max={365}
            allowDecimal={false}
            clampBehavior="strict"
            value={values.days}
            onChange={(days) => form.set('days', Math.max(1, Number(days)))}
          />
          <Textarea
            label={t('boardSettings.origins')}
            description={t('boardSettings.originsHint')}
            dir="ltr"
            rows={3}
            {...form.textField('origins')}
            error={form.errorOf('origins') && t('boardSettings.originsInvalid')}
          />
        </>
      )}
      <ProblemText problem={form.problem} />
      <div className={parts.buttons}>
        <Button type="submit" disabled={!form.isChanged} loading={save.isPending}>
          {t('boardSettings.save')}
        </Button>
      </div>
      {settings.isOn && link && (
        <>
          <h3 className={parts.subtitle}>{t('boardSettings.link')}</h3>
          <LinkToGive link={link} />
          {origins.length > 0 && <EmbedCode link={link} />}
        </>
      )}
    </SettingsSection>
  )
}

const EmbedCode = ({ link }: { link: string }) => {
  const { t } = useTranslation()
  const code = `<iframe src="${link}" title="${t('boardSettings.title')}" width="100%" height="600" style="border:0"></iframe>`
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast({ message: t('link.copied') }),
      (error: unknown) => toastProblem(error),
    )
  return (
    <div className={parts.inline}>
      <TextInput
        label={t('boardSettings.embed')}
        value={code}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      {'clipboard' in navigator && (
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.75} />}
          aria-label={t('boardSettings.copyCode')}
          onClick={copy}
        >
          {t('link.copy')}
        </Button>
      )}
    </div>
  )
}
