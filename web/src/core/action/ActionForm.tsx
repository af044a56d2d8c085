import { Input, MultiSelect, Select, Switch, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionDraft, actionProblems, type PresetAction, type Role } from '#contract'
import { isolated } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { UnitFields } from '../../ui/fields/UnitFields.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { draftCheck, useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { inputOf, useOfferAction, useSaveAction, useUnits } from './data.ts'

type Values = Pick<
  PresetAction,
  | 'name'
  | 'translations'
  | 'unit'
  | 'value'
  | 'isAutoSharing'
  | 'role'
  | 'isCustomValue'
  | 'setOfValuesEnabled'
  | 'values'
>

type Props = {
  draft: string
  action: PresetAction | undefined
  roles: readonly Role[]
  offersRoles?: boolean
  onDone: (saved: PresetAction) => void
}

const empty: Values = {
  name: '',
  translations: {},
  unit: 'Number',
  value: '',
  isAutoSharing: false,
  role: null,
  isCustomValue: false,
  setOfValuesEnabled: false,
  values: [],
}

const check = draftCheck<Values>(ActionDraft, actionProblems)

export const ActionForm = ({ draft, action, roles, offersRoles = false, onDone }: Props) => {
  const { t } = useTranslation()
  // The action that this form created. If adding it to the roles fails, a retry updates it instead of creating another.
  const [made, setMade] = useState<PresetAction>()
  const save = useSaveAction(action?._id ?? made?._id)
  const offer = useOfferAction()
  const [roleIds, setRoleIds] = useState<string[]>([])
  const selecting = roles.filter((role) => role.actions.length > 0)
  const offering = roles.filter(
    (role) => (action ? role.actions.includes(action._id) : false) || role.actions.length === 0,
  )
  const form = useDraftForm({ draft, saved: action ? pick(action) : empty, check })
  const { values, set, errorOf, leave } = form
  const units = useUnits()
  const send = async () => {
    const saved = await save.mutateAsync(action ? form.changes : values)
    if (!action) setMade(saved)
    if (!action && roleIds.length > 0)
      await offer.mutateAsync({ actionId: saved._id, roles: selecting.filter(({ _id }) => roleIds.includes(_id)) })
    form.forget()
    toast({ message: t(action ? 'action.updated' : 'action.created', { name: nameOf(saved) }) })
    onDone(saved)
  }
  return (
    <FormFrame
      label={t(action ? 'panel.editAction' : 'panel.newAction')}
      isNew={!action}
      isBusy={save.isPending || offer.isPending}
      form={form}
      send={send}
    >
      <TranslatedInput
        label={t('action.name')}
        field="name"
        withAsterisk
        maxLength={200}
        {...form.textField('name')}
        {...form.translations()}
      />
      <Input.Description>
        {offering.length > 0
          ? t('action.offeredIn', { roles: offering.map((role) => isolated(nameOf(role))).join(', ') })
          : t('action.offeredNowhere')}
      </Input.Description>
      {!action && offersRoles && selecting.length > 0 && (
        <MultiSelect
          label={t('action.addToRoles')}
          data={selecting.map((role) => ({ value: role._id, label: nameOf(role) }))}
          value={roleIds}
          onChange={setRoleIds}
        />
      )}
      <UnitFields
        unit={values.unit}
        units={units}
        onUnit={(unit) => set('unit', unit)}
        unitError={errorOf('unit')}
        value={{ ...form.textField('value'), ...inputOf(values.unit) }}
        description={t('action.valueHint')}
        choices={
          values.setOfValuesEnabled && values.values.length > 0
            ? { values: values.values, onChoose: (value) => set('value', value) }
            : undefined
        }
      />
      <Switch
        label={t('action.isAutoSharing')}
        description={t('action.isAutoSharingHint')}
        {...form.switchField('isAutoSharing')}
      />
      {values.isAutoSharing && (
        <Select
          label={t('action.role')}
          withAsterisk
          placeholder={t('action.chooseRole')}
          value={values.role}
          onChange={(role) => set('role', role)}
          onBlur={() => leave('role')}
          data={roles.map((role) => ({ value: role._id, label: nameOf(role) }))}
          error={errorOf('role')}
        />
      )}
      <Switch
        label={t('action.isCustomValue')}
        description={t('action.isCustomValueHint')}
        {...form.switchField('isCustomValue')}
      />
      <Switch
        label={t('action.setOfValues')}
        description={t('action.setOfValuesHint')}
        {...form.switchField('setOfValuesEnabled')}
      />
      {values.setOfValuesEnabled && (
        <TagsInput
          label={t('action.values')}
          description={t('action.valuesHint')}
          withAsterisk
          value={values.values}
          onChange={(list) => set('values', list)}
          onBlur={() => leave('values')}
          acceptValueOnBlur
          maxTags={100}
          error={errorOf('values')}
        />
      )}
    </FormFrame>
  )
}

const pick = (action: PresetAction): Values => ({
  name: action.name,
  translations: action.translations,
  unit: action.unit,
  value: action.value,
  isAutoSharing: action.isAutoSharing,
  role: action.role,
  isCustomValue: action.isCustomValue,
  setOfValuesEnabled: action.setOfValuesEnabled,
  values: action.values,
})
