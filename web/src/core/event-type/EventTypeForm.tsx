import { Checkbox, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EventType, EventTypeDraft, eventTypeProblems, type Role } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { rolesToChoose } from '../../people/role/data.ts'
import { FieldGroup, FieldPair } from '../../ui/fields/FieldGroup.tsx'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { UnitFields } from '../../ui/fields/UnitFields.tsx'
import { readDraft } from '../../ui/forms/draft.ts'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { draftCheck, useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { inputOf, useUnits } from '../action/data.ts'
import { useSaveEventType } from './data.ts'
import classes from './EventTypeForm.module.css'
import { LookField } from './LookField.tsx'
import { QuestionList, type Questions } from './QuestionList.tsx'
import { useLinkCheck } from './use-link-check.ts'

const TranslatedRichText = lazy(() =>
  import('../../ui/fields/TranslatedRichText.tsx').then((file) => ({ default: file.TranslatedRichText })),
)

type Values = Omit<EventTypeDraft, 'service' | 'url' | 'reporterRoles'> & { url: string; reporterRoles: string[] }

type Props = {
  draft: string
  type: EventType | undefined
  roles: readonly Role[]
  onDone: () => void
}

const empty: Values = {
  name: '',
  translations: {},
  url: '',
  guide: '',
  responsibleRole: null,
  reporterRoles: [],
  anonymous: false,
  isPhotoRequired: false,
  twinRadiusMetres: 150,
  twinHours: 24,
  unit: 'Number',
  value: '1',
  icon: 'alert-circle',
  colour: '#1c7ed6',
  fields: [],
}

const check = draftCheck<Values>(EventTypeDraft, eventTypeProblems)

export const EventTypeForm = ({ draft, type, roles, onDone }: Props) => {
  const { t } = useTranslation()
  const save = useSaveEventType(type?._id)
  const form = useDraftForm({ draft, saved: type ? pick(type, roles) : empty, check })
  const { values, set, errorOf, leave } = form
  const units = useUnits()
  const translated = form.translations()
  const link = useLinkCheck(type?.url ?? '')
  // React key that remounts editors with local state when the draft is discarded.
  const [round, setRound] = useState(0)
  const questions = useRef<Questions>(null)
  const questionDraft = `${draft}.question`
  const [isQuestionTyped, setIsQuestionTyped] = useState(
    () => 'question' in readDraft<{ question: object }>(questionDraft),
  )
  const send = async () => {
    // Includes the question that is still being edited.
    const fields = questions.current?.settle()
    if (!fields || !(await link.mayPass(values.url))) return
    const { fields: changed, ...changes } = form.changes
    const hasNewFields = changed !== undefined || fields !== values.fields
    const saved = await save.mutateAsync(
      type ? { ...changes, ...(hasNewFields && { fields: [...fields] }) } : { ...values, fields: [...fields] },
    )
    form.forget()
    toast({ message: t(type ? 'eventType.updated' : 'eventType.created', { name: nameOf(saved) }) })
    onDone()
  }
  return (
    <FormFrame
      label={t(type ? 'panel.editEventType' : 'panel.newEventType')}
      isNew={!type}
      isBusy={save.isPending || link.isChecking}
      form={form}
      send={send}
      isMoreChanged={isQuestionTyped}
      onDiscard={() => {
        questions.current?.discard()
        setRound(round + 1)
      }}
    >
      <LookField
        icon={values.icon}
        colour={values.colour}
        onIcon={(icon) => set('icon', icon)}
        onColour={(colour) => set('colour', colour)}
        error={errorOf('colour')}
      />
      <TranslatedInput
        label={t('eventType.name')}
        field="name"
        withAsterisk
        maxLength={200}
        {...form.textField('name')}
        {...translated}
      />
      <QuestionList
        ref={questions}
        draft={questionDraft}
        questions={values.fields}
        onChange={(fields) => set('fields', fields)}
        onTyping={setIsQuestionTyped}
      />
      <Reporters
        type={type}
        roles={roles}
        selectedIds={values.reporterRoles}
        onChange={(ids) => set('reporterRoles', ids)}
      />
      <Suspense fallback={<div className={classes.editor} role="status" aria-label={t('word.loading')} />}>
        <TranslatedRichText
          key={round}
          label={t('eventType.guide')}
          field="guide"
          value={values.guide}
          onChange={(html) => set('guide', html)}
          error={errorOf('guide')}
          {...translated}
        />
      </Suspense>
      <TextInput
        label={t('eventType.url')}
        description={t(link.result === 'notLooked' ? 'problem.offlineMode' : 'eventType.urlHint')}
        type="url"
        inputMode="url"
        dir="ltr"
        placeholder="https://"
        maxLength={2000}
        value={values.url}
        onChange={(event) => {
          set('url', event.currentTarget.value)
          link.forget()
        }}
        onBlur={() => {
          leave('url')
          link.check(values.url)
        }}
        error={errorOf('url') ?? (link.result === 'nothing' && t('eventType.urlIncorrect'))}
      />
      <Select
        label={t('eventType.responsibleRole')}
        description={t('eventType.responsibleRoleHint')}
        placeholder={t('eventType.nobody')}
        value={values.responsibleRole}
        onChange={(role) => set('responsibleRole', role)}
        data={rolesToChoose(roles, type?.responsibleRole).map((role) => ({ value: role._id, label: nameOf(role) }))}
        clearable
        clearButtonProps={{ 'aria-label': t('eventType.nobody') }}
        error={errorOf('responsibleRole')}
      />
      <FieldPair>
        <UnitFields
          unit={values.unit}
          units={units}
          onUnit={(unit) => set('unit', unit)}
          unitError={errorOf('unit')}
          value={{ ...form.textField('value'), ...inputOf(values.unit) }}
        />
      </FieldPair>
      <p className={classes.hint}>{t('eventType.valueHint')}</p>
      <Switch
        label={t('eventType.anonymous')}
        description={t('eventType.anonymousHint')}
        {...form.switchField('anonymous')}
      />
      <Switch
        label={t('eventType.isPhotoRequired')}
        description={t('eventType.isPhotoRequiredHint')}
        {...form.switchField('isPhotoRequired')}
      />
      <FieldPair>
        <NumberInput
          label={t('eventType.twinRadius')}
          min={0}
          max={5000}
          allowDecimal={false}
          value={values.twinRadiusMetres}
          onChange={(metres) => set('twinRadiusMetres', Number(metres))}
          onBlur={() => leave('twinRadiusMetres')}
          error={errorOf('twinRadiusMetres')}
        />
        <NumberInput
          label={t('eventType.twinHours')}
          min={0}
          max={720}
          allowDecimal={false}
          value={values.twinHours}
          onChange={(hours) => set('twinHours', Number(hours))}
          onBlur={() => leave('twinHours')}
          error={errorOf('twinHours')}
        />
      </FieldPair>
      <p className={classes.hint}>{t('eventType.twinHint')}</p>
    </FormFrame>
  )
}

type ReportersProps = {
  type: EventType | undefined
  roles: readonly Role[]
  selectedIds: readonly string[]
  onChange: (ids: string[]) => void
}

/**
 * The roles that may report the type. A role without a list of types may report all, so the last type of a list cannot
 * be removed.
 */
const Reporters = ({ type, roles, selectedIds, onChange }: ReportersProps) => {
  const { t } = useTranslation()
  const reporting = roles.filter(({ isArchived, isViewer }) => !isArchived && !isViewer)
  if (reporting.length === 0) return null
  return (
    <FieldGroup name={t('eventType.reporters')}>
      {reporting.map((role) => {
        const isAll = role.publicActions.length === 0
        const isOnly = !isAll && role.publicActions.every((id) => id === type?._id)
        return (
          <Checkbox
            key={role._id}
            label={<bdi>{nameOf(role)}</bdi>}
            description={(isAll && t('eventType.reportsAll')) || (isOnly && t('eventType.reportsOnly'))}
            disabled={isAll || isOnly}
            checked={isAll || selectedIds.includes(role._id)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...selectedIds, role._id] : selectedIds.filter((id) => id !== role._id),
              )
            }
          />
        )
      })}
    </FieldGroup>
  )
}

const pick = (type: EventType, roles: readonly Role[]): Values => ({
  name: type.name,
  translations: type.translations,
  url: type.url ?? '',
  guide: type.guide,
  responsibleRole: type.responsibleRole,
  reporterRoles: roles.filter(({ publicActions }) => publicActions.includes(type._id)).map(({ _id }) => _id),
  anonymous: type.anonymous,
  isPhotoRequired: type.isPhotoRequired,
  twinRadiusMetres: type.twinRadiusMetres,
  twinHours: type.twinHours,
  unit: type.unit,
  value: type.value,
  icon: type.icon,
  colour: type.colour,
  fields: type.fields,
})
